import type { Kit } from '@latchkey/core'
import { modalZIndex } from '@latchkey/protocol'
import {
  type ComponentType,
  type CSSProperties,
  Fragment,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { resolveMode, themeProperties } from '../contract/theme.ts'
import type { ViewProps } from '../contract/view.ts'
import { ConsentGate } from '../features/connect/Legal.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Corner } from './Corner.tsx'
import { layOutOnce } from './lay-out-once.ts'
import type { Navigation } from './navigation.ts'
import { ToastLayer } from './ToastLayer.tsx'
import { useHeight } from './use-height.ts'

export declare namespace Dialog {
  interface Props {
    readonly kit: Kit
    readonly navigation: Navigation
    /** Called when the browser closed the dialog: Escape, backdrop, back gesture. */
    readonly onClosed: () => void
  }
}

// Milliseconds in which clicks on the backdrop are ignored: the second click of a double click on
// the page's button lands there.
const doubleClickMs = 500

/** The dialog: heading, Back, Close, and the view on top. */
export function Dialog({ kit, navigation, onClosed }: Dialog.Props): ReactElement {
  const state = useSyncExternalStore(navigation.subscribe, navigation.getState)
  // Subscribing keeps the kit active while the dialog exists, and redraws the heading when the
  // kit's state changes.
  useSyncExternalStore(kit.subscribe, kit.getState)
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { router, entry, refusal, again, isLoading, toast } = state
  const { modal } = navigation
  const { words, options } = modal
  const { route } = entry
  const { view, words: viewWords, Provider = Fragment } = navigation.findView(route)
  const mode = resolveMode(options.theme?.mode, state.isDark)
  const isGuarded = view.guard?.(words, kit, options) !== undefined
  const Body = view.component as ComponentType<ViewProps & { readonly words: unknown }>
  const body = <Body kit={kit} modal={modal as never} route={route as never} words={viewWords} />

  const frame = useHeight(entry.id)
  useEffect(() => {
    // React does not write the attribute `autofocus` into the page, but `showModal` reads it there.
    heading.current?.setAttribute('autofocus', '')
    if (dialog.current && !navigation.getState().router.open) layOutOnce(dialog.current)
  }, [navigation])
  const shownAt = useRef(0)
  const isPressIntended = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening sets the time anew
  useLayoutEffect(() => {
    shownAt.current = performance.now()
  }, [router.open])
  const shownEntry = useRef(entry.id)
  useLayoutEffect(() => {
    if (shownEntry.current === entry.id) return
    shownEntry.current = entry.id
    if (router.open) heading.current?.focus({ preventScroll: true })
    frame.current?.scrollTo?.(0, 0)
  }, [entry.id, router.open, frame])

  return (
    <>
      <dialog
        ref={dialog}
        part="dialog"
        className="dialog"
        lang="en"
        aria-labelledby="title"
        data-theme={mode}
        data-refused={refusal !== null}
        data-loading={isLoading}
        style={
          {
            ...themeProperties(options.theme),
            zIndex: options.zIndex ?? modalZIndex,
          } as CSSProperties
        }
        // The attribute `closedby` is in lower case, because React 18 passes it on in no other
        // spelling. A guarded view handles Escape in this component; clicks on the backdrop are
        // handled here for every view.
        {...(isGuarded && { closedby: 'none' })}
        onClose={onClosed}
        onCancel={(event) => {
          if (!isGuarded || event.target !== event.currentTarget) return
          event.preventDefault()
          navigation.tryClose()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isGuarded) return
          event.preventDefault()
          navigation.tryClose()
        }}
        onPointerDown={(event) => {
          isPressIntended.current =
            isOutside(event) && performance.now() - shownAt.current > doubleClickMs
        }}
        onClick={(event) => {
          if (isPressIntended.current && isOutside(event)) navigation.tryClose()
        }}
      >
        <div className="head" part="header">
          <span className="grab" aria-hidden="true" />
          <h2 id="title" className="title" part="heading" tabIndex={-1} ref={heading}>
            {view.heading(words, route as never, kit)}
          </h2>
          <Corner modal={modal} view={view} isFirst={router.history.length === 1} />
          <button
            type="button"
            className="round close"
            part="close"
            aria-label={words.shell.close}
            onClick={() => navigation.tryClose()}
          >
            <Icon name="close" />
          </button>
        </div>
        <p role="status" className="refusal">
          {refusal}
          {isLoading && <span className="hidden">{words.shell.loading}</span>}{' '}
          {again && (
            <button type="button" className="inline" onClick={again}>
              {words.connecting.tryAgain}
            </button>
          )}
        </p>
        <div className="frame" ref={frame}>
          <div className="view" part="view" key={entry.id} data-view={route.view}>
            <Provider>
              {view.isWayIn ? (
                <ConsentGate kit={kit} modal={modal} route={route}>
                  {body}
                </ConsentGate>
              ) : (
                body
              )}
            </Provider>
          </div>
        </div>
        <ToastLayer toast={router.open ? toast : null} />
      </dialog>
      <div className="outside" data-theme={mode}>
        <ToastLayer toast={router.open ? null : toast} />
      </div>
    </>
  )
}

/** Whether the click hit the backdrop. */
function isOutside({
  clientX: x,
  clientY: y,
  target,
  currentTarget: dialog,
}: MouseEvent<HTMLElement>): boolean {
  if (target !== dialog) return false
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}
