import { isGeneratedPath, isTestPath, type SourceFile } from './source-file.ts'

/** Limits of lines per file: for 95 of 100 files, and for every file. */
const percentile95 = 190
const longest = 300

export interface HouseNumbers {
  readonly figures: string
  readonly faults: readonly string[]
}

/** Checks file lengths, top-level mutable state, and `any` and suppressions without a reason. */
export function houseNumbers(files: readonly SourceFile[]): HouseNumbers {
  const counted = files.filter(({ path }) => !isTestPath(path) && !isGeneratedPath(path))
  const lengths = counted.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number) =>
    lengths[Math.min(lengths.length - 1, Math.ceil(lengths.length * share) - 1)] ?? 0
  const stateful = counted.filter(({ path }) => /^(packages|apps)\//.test(path))
  return {
    figures: `${files.length} files, ${counted.length} of them shipped; lines a file: median ${at(0.5)}, 95th percentile ${at(0.95)}, longest ${at(1)}`,
    faults: [
      ...(at(0.95) > percentile95
        ? [`95th percentile of lines a file is ${at(0.95)}, more than ${percentile95}`]
        : []),
      ...counted
        .filter(({ lines }) => lines > longest)
        .map(({ path, lines }) => `${path} has ${lines} lines, more than ${longest}`),
      ...stateful.flatMap(({ path, topLevelLets }) =>
        topLevelLets.map((line) => `${path}:${line} top-level let`),
      ),
      ...files.flatMap(({ path, unexplained }) =>
        unexplained.map((line) => `${path}:${line} any or a suppression without a reason`),
      ),
    ],
  }
}
