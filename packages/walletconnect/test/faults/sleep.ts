import { vi } from 'vitest'
import type { Scene } from './scene.ts'

export type Waking = 'visibilitychange' | 'pageshow' | 'resume'

export interface Sheet {
  hide(): void
  wake(type: Waking): void
}

/** A document and a window that can be hidden and seen. */
export function stubDocument(): Sheet {
  const page = new EventTarget()
  const sheet = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    title: '',
    querySelector: () => null,
  })
  vi.stubGlobal('document', sheet)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  return {
    hide() {
      sheet.visibilityState = 'hidden'
      sheet.dispatchEvent(new Event('visibilitychange'))
    },
    wake(type) {
      sheet.visibilityState = 'visible'
      if (type === 'pageshow')
        page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      else sheet.dispatchEvent(new Event(type))
    },
  }
}

/**
 * Freezes the page: its socket is dead and nothing tells it so, what is pushed to it is lost. The
 * answer wakes it after so long, during which no timer has run.
 */
export function asleep({ relay, phone }: Scene, sheet: Sheet): (ms: number, type: Waking) => void {
  sheet.hide()
  const sleepers = new Set(relay.log.map(({ did }) => did).filter((did) => !phone.isWallet(did)))
  const frozen = { is: true, dials: relay.dials.length }
  relay.onFrame((_, { did }) => {
    // What goes to the old socket never arrives; a new one is a new line.
    if (!sleepers.has(did)) return undefined
    return frozen.is || relay.dials.length === frozen.dials ? 'drop' : undefined
  })
  return (ms, type) => {
    vi.setSystemTime(Date.now() + ms)
    frozen.is = false
    frozen.dials = relay.dials.length
    sheet.wake(type)
  }
}
