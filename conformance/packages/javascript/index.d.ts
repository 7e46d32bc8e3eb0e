export interface Vector {
  id: string;
  text: string;
  ids: number[];
  special?: "found" | "text";
  tests: string;
  clause: string;
  tells: string[];
}
export function names(): string[];
export function model(name: string): { model: string; vectors: Vector[] };
