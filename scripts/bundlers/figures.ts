import { kib, type Row } from '../bench/report.ts'

/** What one bundler makes of the page, above the same page without Latchkey; bytes are gzip. */
export interface BundlerFigures {
  readonly id: string
  readonly name: string
  readonly critical: number
  readonly beforeClick: number
  readonly afterClick: number
  /** Scripts more than without Latchkey, in the build and among those loaded before a click. */
  readonly files: { readonly built: number; readonly beforeClick: number }
  /** Of the running page: errors, failed requests, a dialog that does not open. */
  readonly faults: readonly string[]
}

interface Limits {
  readonly critical: number
  readonly beforeClick: number
  /** Most scripts in the build; absent where nothing is asked. */
  readonly files?: number
}

/** `bundlers` of `scripts/budgets.json`. */
export interface BundlerBudgets {
  /** What holds for each bundler. */
  readonly each: Limits
  /** Numbers of a bundler that go above them or are asked of it alone, with the reason. */
  readonly own: Readonly<Record<string, Partial<Limits> & { readonly why?: string }>>
}

const limited = ['critical', 'beforeClick'] as const

const columns = [
  'before the button works',
  'before a click',
  'after the first opening',
  'files loaded before a click',
  'files built',
]

/** What the limits of a bundler are, with its own numbers in place of the common ones. */
export function limitsOf({ each, own }: BundlerBudgets, id: string): Limits {
  return { ...each, ...own[id] }
}

/**
 * Faults of the page and broken budgets of a bundler, and an own number that gives no reason or is
 * not needed any more.
 */
export function bundlerFaults(budgets: BundlerBudgets, figures: BundlerFigures): string[] {
  const limits = limitsOf(budgets, figures.id)
  const own = budgets.own[figures.id]
  const faults = [...figures.faults]
  for (const key of limited) {
    if (figures[key] > limits[key])
      faults.push(`${key}: ${figures[key]} B gzip, more than ${limits[key]}`)
    if (limits[key] <= budgets.each[key]) continue
    if (!own?.why) faults.push(`${key}: an own number without a reason`)
    if (figures[key] <= budgets.each[key])
      faults.push(`${key}: ${figures[key]} B gzip need no own number`)
  }
  if (limits.files !== undefined && figures.files.built > limits.files)
    faults.push(`${figures.files.built} files, more than ${limits.files}`)
  return faults
}

/** The bundler that loads most. */
export function worstOf(
  all: readonly BundlerFigures[],
  key: (typeof limited)[number],
): BundlerFigures {
  const [worst] = [...all].sort((a, b) => b[key] - a[key])
  if (!worst) throw new Error('no bundler was measured')
  return worst
}

/** All bundlers as a Markdown table, and below it by how much and why one misses the budgets. */
export function bundlerTable(budgets: BundlerBudgets, all: readonly BundlerFigures[]): string {
  const { each, own } = budgets
  const bytes = (one: BundlerFigures, key: (typeof limited)[number]): string => {
    const isOver = one[key] > limitsOf(budgets, one.id)[key]
    return isOver ? `**${inBytes(one[key])}** (over)` : inBytes(one[key])
  }
  const misses = all.flatMap((one) => {
    const over = limited.filter((key) => one[key] > each[key])
    if (over.length === 0) return []
    const most = over.map((key) => `${inBytes(one[key] - each[key])} B above ${inBytes(each[key])}`)
    return [`- ${one.name}: ${most.join(' and ')}. ${own[one.id]?.why ?? ''}`.trim()]
  })
  return [
    `| | ${columns.join(' | ')} |`,
    '|:--|--:|--:|--:|--:|--:|',
    ...all.map((one) =>
      [
        '',
        one.name,
        bytes(one, 'critical'),
        bytes(one, 'beforeClick'),
        inBytes(one.afterClick),
        one.files.beforeClick,
        one.files.built,
        '',
      ]
        .join(' | ')
        .trim(),
    ),
    `| must be | ≤ ${inBytes(each.critical)} | ≤ ${inBytes(each.beforeClick)} | | | |`,
    ...(misses.length > 0 ? ['', ...misses] : []),
  ].join('\n')
}

/** The rows of the benchmark that stand for all bundlers: the worst of them, by name. */
export function bundlerRows(budgets: BundlerBudgets, all: readonly BundlerFigures[]): Row[] {
  const row = (what: string, key: (typeof limited)[number], inReadme: string): Row => {
    const worst = worstOf(all, key)
    return {
      what: `${what}, above React, the most of ${all.length} bundlers: ${worst.name}`,
      ours: kib(worst[key]),
      budget: `≤ ${kib(limitsOf(budgets, worst.id)[key])}`,
      isGood: all.every((one) => one[key] <= limitsOf(budgets, one.id)[key]),
      inReadme: `${inReadme}, the most of ${all.length} bundlers (${worst.name})`,
    }
  }
  return [
    row('JavaScript before the button works', 'critical', 'JavaScript before the button works'),
    row(
      'all JavaScript before a click',
      'beforeClick',
      'JavaScript before a click, the dialog prepared',
    ),
  ]
}

function inBytes(value: number): string {
  return value.toLocaleString('en')
}
