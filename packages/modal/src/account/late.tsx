import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useReducer,
  useState,
} from 'react'
import type { ActivityChunk } from '../activity/chunk.ts'
import type { BuyChunk } from '../buy/chunk.ts'
import type { NamesChunk } from '../names/chunk.ts'
import type { SwapChunk } from '../swap/chunk.ts'
import type { UpgradeChunk } from '../upgrade/chunk.ts'
import type { ViewModal } from '../view.ts'

/**
 * What account views need later still, each loaded when it is wanted: a new one is a line here, and
 * one below.
 */
interface Chunks {
  readonly swap: SwapChunk
  readonly activity: ActivityChunk
  readonly buy: BuyChunk
  readonly names: NamesChunk
  readonly upgrade: UpgradeChunk
}
const chunks: { readonly [N in keyof Chunks]: () => Promise<Chunks[N]> } = {
  swap: async () => (await import('../swap/chunk.ts')).swapChunk,
  activity: async () => (await import('../activity/chunk.ts')).activityChunk,
  buy: async () => (await import('../buy/chunk.ts')).buyChunk,
  names: async () => (await import('../names/chunk.ts')).namesChunk,
  upgrade: async () => (await import('../upgrade/chunk.ts')).upgradeChunk,
}

export type LateName = keyof Chunks
export type LateChunk<N extends LateName> = Chunks[N]

/** The late chunks of one modal; a load that failed may be asked for again. */
export interface Late {
  get<N extends LateName>(name: N): LateChunk<N> | undefined
  load(name: LateName): Promise<unknown>
}
export const LateContext: Context<Late | null> = createContext<Late | null>(null)

/** Not by the shell's `lazy`: two chunks that share a file make it one more file for every page. */
export function createLate(adopt: (css: string) => void): Late {
  const here = new Map<LateName, LateChunk<LateName>>()
  const coming = new Map<LateName, Promise<unknown>>()
  return {
    get: <N extends LateName>(name: N) => here.get(name) as LateChunk<N> | undefined,
    load: (name) => {
      const load =
        coming.get(name) ??
        chunks[name]().then(
          (chunk) => {
            here.set(name, chunk)
            adopt(chunk.css)
          },
          (error) => {
            coming.delete(name)
            throw error
          },
        )
      coming.set(name, load)
      return load
    },
  }
}

/**
 * Draws with a late chunk; while it comes rows of a list's size, and a way on where it does not.
 */
export function WithLate<N extends LateName>({
  name,
  modal,
  loading,
  children,
}: {
  readonly name: N
  readonly modal: ViewModal
  /** What a screen reader is told meanwhile. */
  readonly loading: string
  readonly children: (chunk: LateChunk<N>) => ReactNode
}): ReactElement {
  const late = useContext(LateContext)
  const [, again] = useReducer((count: number) => count + 1, 0)
  const [turn, setTurn] = useState(0)
  const [isFailed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is another try
  useEffect(() => {
    let isGone = false
    late?.load(name).then(
      () => isGone || again(),
      () => isGone || setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [late, name, turn])
  const chunk = late?.get(name)
  if (chunk) return <>{children(chunk)}</>
  if (isFailed)
    return (
      <div className="empty">
        <p>{modal.words.shell.loadFailed}</p>
        <button
          type="button"
          className="pill"
          onClick={() => {
            setFailed(false)
            setTurn(turn + 1)
          }}
        >
          {modal.words.account.retry}
        </button>
      </div>
    )
  return (
    <div className="list" aria-busy="true">
      <span className="hidden">{loading}</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="row" aria-hidden="true">
          <span className="skeleton token-icon" />
          <span className="row-text">
            <span className="skeleton line-long" />
            <span className="skeleton line-short" />
          </span>
        </div>
      ))}
    </div>
  )
}
