import type { RelayFaults } from './relay-contract.ts'

/** Carries frames to one client, with whatever is wrong at the time. */
export function faultyWire(
  faults: RelayFaults,
  deliver: (text: string) => void,
): (text: string) => void {
  const held: string[] = []
  const carry = (text: string) => {
    const whole = faults.truncate ? text.slice(0, Math.floor(text.length / 2)) : text
    deliver(whole)
    if (faults.duplicate) deliver(whole)
  }
  const release = () => {
    for (const text of held.splice(0).reverse()) {
      carry(text)
    }
  }
  return (text) => {
    if (faults.reorder) {
      held.push(text)
      if (held.length === 1) setTimeout(release, Math.max(1, faults.delayMs))
    } else if (faults.delayMs > 0) setTimeout(() => carry(text), faults.delayMs)
    else carry(text)
  }
}
