import type { Kit } from '@latchkey/core'
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
import type { ViewModal } from '../view.ts'

/** The activity chunk of one modal; a load that failed may be asked for again. */
export interface ActivityLoader {
  get(): ActivityChunk | undefined
  load(): Promise<unknown>
}
export const ActivityContext: Context<ActivityLoader | null> = createContext<ActivityLoader | null>(null)

/** Not by the shell's `lazy`: two chunks that share a file make it one more file for every page. */
export function createActivityLoader(adopt: (css: string) => void): ActivityLoader {
  let chunk: ActivityChunk | undefined
  let coming: Promise<unknown> | undefined
  return {
    get: () => chunk,
    load: () => {
      coming ??= import('../activity/chunk.ts').then(
        ({ activityChunk }) => {
          chunk = activityChunk
          adopt(chunk.css)
        },
        (error) => {
          coming = undefined
          throw error
        },
      )
      return coming
    },
  }
}

/** Whether an account's past can be shown: somebody keeps it, and the owner wants it. */
export function hasActivity(kit: Kit): boolean {
  return kit.options.gateway !== undefined && kit.options.features?.activity !== false
}

/** Draws with the activity chunk; while it comes rows of its size, and a way on where it does not. */
export function WithActivity({
  modal,
  children,
}: {
  readonly modal: ViewModal
  readonly children: (chunk: ActivityChunk) => ReactNode
}): ReactElement {
  const loader = useContext(ActivityContext)
  const [, again] = useReducer((count: number) => count + 1, 0)
  const [turn, setTurn] = useState(0)
  const [isFailed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is another try
  useEffect(() => {
    let isGone = false
    loader?.load().then(
      () => isGone || again(),
      () => isGone || setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [loader, turn])
  const chunk = loader?.get()
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
      <span className="hidden">{modal.words.activity.loading}</span>
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
