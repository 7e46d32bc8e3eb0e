export interface Vector {
  id: string;
  text: string;
  ids: number[];
  special?: "found" | "text";
  tests: string;
  clause: string;
  tells: string[];
}
export interface Model {
  schema: 1;
  model: string;
  license: string;
  provenance: Record<string, unknown>;
  vectors: Vector[];
  not_shown: { name: string; tests: string; clause: string }[];
}
export function names(): string[];
export function model(name: string): Model;
