import type { RelayFaults } from './relay-contract.ts'

/** Sends frames to one client of the mock relay, with the faults that the test has set. */
export function faultyWire(
  faults: RelayFaults,
  deliver: (text: string) => void,
): (text: string) => void {
  const delayedTexts: string[] = []
  const carryText = (text: string) => {
    const deliveredText = faults.truncate ? text.slice(0, Math.floor(text.length / 2)) : text
    deliver(deliveredText)
    if (faults.duplicate) deliver(deliveredText)
  }
  const releaseDelayed = () => {
    for (const text of delayedTexts.splice(0).reverse()) {
      carryText(text)
    }
  }
  return (text) => {
    if (faults.reorder) {
      delayedTexts.push(text)
      if (delayedTexts.length === 1) setTimeout(releaseDelayed, Math.max(1, faults.delayMs))
    } else if (faults.delayMs > 0) setTimeout(() => carryText(text), faults.delayMs)
    else carryText(text)
  }
}
