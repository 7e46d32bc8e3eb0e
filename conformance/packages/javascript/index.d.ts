export interface Vector {
  id: string;
  text: string;
  ids: number[];
  special?: "found" | "text";
  tests: string;
  clause: string;
  tells: string[];
}
export interface Repeated<Part> {
  part: Part;
  times: number;
}
export interface LongVector extends Omit<Vector, "text" | "ids"> {
  text: Repeated<string>[];
  ids: Repeated<number[]>[];
}
export interface Model {
  schema: 1;
  model: string;
  license: string;
  provenance: Record<string, unknown>;
  vectors: Vector[];
  long_vectors: LongVector[];
  special_tokens: Record<string, number>;
  not_shown: { name: string; tests: string; clause: string }[];
}
export function names(): string[];
export function model(name: string): Model;
