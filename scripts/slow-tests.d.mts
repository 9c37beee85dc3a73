export interface TestTime {
  readonly file: string
  readonly title: string
  readonly tookMs: number
  /** Time limit in milliseconds; 0 for none. */
  readonly limitMs: number
}
export function slowTests(times: readonly TestTime[]): string[]
