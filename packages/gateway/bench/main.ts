import { againstNode } from './against-node.ts'
import { historyPage } from './history-page.ts'
import { indexSpeed } from './index-speed.ts'
import { type Figure, type Load, measureLoad, startServer } from './relay/load.ts'
import { relayBesideReaders } from './relay-beside-readers.ts'
import { swapQuote } from './swap-quote.ts'

/**
 * Usage: main.ts [seconds]. Measures JSON-RPC and balances beside the plain node; a history page
 * beside its plain SQL; a swap quote beside its plain node request; relay deliveries beside a plain
 * `ws` echo of the same frames, alternately; a relay message beside readers of history. The last
 * line is JSON.
 */
const load: Load = { pairs: 16, window: 16, seconds: Number(process.argv[2] ?? 4), length: 600 }
const rounds = 3
const kinds = ['echo', 'memory', 'disk'] as const

const figures: Record<(typeof kinds)[number], Figure[]> = { echo: [], memory: [], disk: [] }
for (let round = 0; round < rounds; round++) {
  for (const kind of kinds) {
    const server = await startServer(kind)
    try {
      figures[kind].push(await measureLoad(server.url, server.cpuUs, load, kind === 'echo'))
    } finally {
      await server.stop()
    }
  }
}

const medianFigure = (list: readonly Figure[]): Figure =>
  [...list].sort((a, b) => a.cpuUs - b.cpuUs)[Math.floor(list.length / 2)] as Figure
const [echo, memory, disk] = [
  medianFigure(figures.echo),
  medianFigure(figures.memory),
  medianFigure(figures.disk),
]
const perCore = ({ cpuUs }: Figure): number => 1e6 / cpuUs
const relayRow = (where: string, figure: Figure, least: number) => {
  const share = perCore(figure) / perCore(echo)
  const rates = `${Math.round(perCore(figure))} of ${Math.round(perCore(echo))} a second of its time`
  const late = `p99 ${figure.p99Ms.toFixed(1)} of ${echo.p99Ms.toFixed(1)} ms`
  return {
    what: `relay deliveries on one core, ${where}, against a bare ws echo of the same frames (${rates}, ${late})`,
    ours: share.toFixed(2),
    budget: `≥ ${least}`,
    isGood: share >= least,
  }
}
const node = await againstNode()
const page = await historyPage()
const readers = await relayBesideReaders()
const quote = await swapQuote()
const index = await indexSpeed()
const indexRows = (
  [
    ['embedded', 'the embedded database'],
    ['postgres', 'PostgreSQL'],
  ] as const
).map(([kind, name]) => {
  const { indexed, fetched, share } = index[kind]
  return {
    what: `transfers indexed into ${name}, against fetching the same blocks, receipts and logs without storing (${Math.round(indexed)} of ${Math.round(fetched)} a second)`,
    ours: share.toFixed(2),
    budget: '≥ 0.5',
    isGood: share >= 0.5,
  }
})
console.log(
  JSON.stringify({
    againstNode: node.figures,
    load,
    echo,
    memory,
    disk,
    historyPage: page.figures,
    relayBesideReaders: readers.figures,
    swapQuote: quote.figures,
    index,
    rows: [
      ...node.rows,
      relayRow('in memory', memory, 0.5),
      relayRow('on disk', disk, 0.2),
      ...readers.rows,
      ...page.rows,
      ...quote.rows,
      ...indexRows,
    ],
  }),
)
