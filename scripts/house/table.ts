import { cycles } from '../check/cycles.ts'
import { isGeneratedPath, isTestPath, type SourceFile } from '../check/source-file.ts'
import { folderKnots } from './knots.ts'
import { absentDocuments, type FileMeasure, isOneWord } from './measure-file.ts'

export interface Row {
  readonly name: string
  /** Displayed value. */
  readonly today: string
  /** Goal of the value. */
  readonly goal: string
  readonly isReached: boolean
  /** Whether `npm run check` fails when the goal is missed; other rows are hints. */
  readonly isRule?: true
  /** Places to fix: `file:line`, or a name with a number. */
  readonly places: readonly string[]
}

/** Whether a file of `src` is published: not a test, not generated, not for development only. */
export function isShipped(path: string): boolean {
  return (
    /^(?:packages|apps)\/[^/]+\/src\//.test(path) && !isTestPath(path) && !isGeneratedPath(path)
  )
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
const placesOf = (
  files: readonly FileMeasure[],
  lines: (file: FileMeasure) => readonly number[],
): string[] => files.flatMap((file) => lines(file).map((line) => `${file.path}:${line}`))

/** The measurements over all published files. */
export function houseTable(
  sources: readonly SourceFile[],
  measures: readonly FileMeasure[],
): Row[] {
  const shipped = measures.filter(({ path }) => isShipped(path))
  const shippedSources = sources.filter(({ path }) => isShipped(path))
  const lengths = shipped.map(({ lines }) => lines).sort((a, b) => a - b)
  const total = lengths.reduce((sum, lines) => sum + lines, 0)
  const lengthAt95 = lengths[Math.ceil(lengths.length * 0.95) - 1] ?? 0
  const longest = lengths.at(-1) ?? 0
  const circles = cycles(shippedSources)
  const loose = looseFiles(shipped)
  const knots = folderKnots(shippedSources)
  const functions = shipped.flatMap(({ functions }) => functions)
  const oneWords = functions.filter(isOneWord)
  const spread = placesOf(measures, ({ spreadLiterals }) => spreadLiterals)
  const bare = placesOf(shipped, ({ bareLoops }) => bareLoops)
  const nested = placesOf(shipped, ({ nestedConditions }) => nestedConditions)
  const wide = placesOf(shipped, ({ wide }) => wide)
  const absent = placesOf(measures, absentDocuments)
  return [
    {
      name: 'files in a circle, imports of types included',
      isRule: true,
      today: String(circles.flat().length),
      goal: '0',
      isReached: circles.length === 0,
      places: circles.map((circle) => circle.join(' → ')),
    },
    {
      name: 'lines a file: 95th percentile / longest',
      today: `${lengthAt95} / ${longest}`,
      goal: '160 / 300',
      isReached: lengthAt95 <= 160 && longest <= 300,
      places: [...shipped]
        .sort((a, b) => b.lines - a.lines)
        .slice(0, 10)
        .map(({ path, lines }) => `${path} ${lines}`),
    },
    {
      name: 'most loose files in a root of src',
      isRule: true,
      today: String(loose[0]?.count ?? 0),
      goal: '8',
      isReached: loose.every(({ count }) => count <= 8),
      places: loose.filter(({ count }) => count > 8).map(({ root, count }) => `${root} ${count}`),
    },
    {
      name: 'most folders in one knot, imports of types included',
      isRule: true,
      today: String(knots[0]?.knot.length ?? 0),
      goal: '2',
      isReached: knots.every(({ knot }) => knot.length <= 2),
      places: knots.map(({ root, knot }) => `${root} ${knot.length}: ${knot.join(', ')}`),
    },
    {
      name: 'functions named by one word',
      isRule: true,
      today: `${percent(share(oneWords.length, functions.length))} of ${functions.length}`,
      goal: '10 %',
      isReached: share(oneWords.length, functions.length) <= 0.1,
      places: mostFrequent(oneWords),
    },
    {
      name: 'literals spread into a literal, tests included',
      isRule: true,
      today: String(spread.length),
      goal: '0',
      isReached: spread.length === 0,
      places: spread,
    },
    {
      name: 'loops without braces',
      isRule: true,
      today: String(bare.length),
      goal: '0',
      isReached: bare.length === 0,
      places: bare,
    },
    {
      name: 'nested conditions (a ? b : c) per 1,000 lines',
      isRule: true,
      today: share(nested.length * 1000, total).toFixed(2),
      goal: '0.3',
      isReached: share(nested.length * 1000, total) <= 0.3,
      places: nested,
    },
    {
      name: 'lines wider than 100 columns',
      isRule: true,
      today: percent(share(wide.length, total)),
      goal: '0.5 %',
      isReached: share(wide.length, total) <= 0.005,
      places: wide,
    },
    {
      name: 'comments that cite what is not in the repository, tests included',
      isRule: true,
      today: String(absent.length),
      goal: '0',
      isReached: absent.length === 0,
      places: absent,
    },
  ]
}

function looseFiles(files: readonly FileMeasure[]): { root: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const root = /^((?:packages|apps)\/[^/]+\/src)\/[^/]+$/.exec(path)?.[1]
    if (root) counts.set(root, (counts.get(root) ?? 0) + 1)
  }
  return [...counts].map(([root, count]) => ({ root, count })).sort((a, b) => b.count - a.count)
}

function mostFrequent(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`)
}
