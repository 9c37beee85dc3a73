import { exactAmount } from '../../decode/amount.ts'
import { networkOf } from '../../decode/networks.ts'
import type { SmallSum } from '../requests/small-sum.ts'
import type { Question } from './open-approvals.ts'

/**
 * A small sum as the vault's window would show it: what leaves, where to, on which network, and
 * what it costs at most.
 */
export function drawPayment(
  site: string,
  { shown, account }: Pick<Question, 'shown' | 'account'>,
  { to, amount, fee }: SmallSum,
): readonly HTMLElement[] {
  const { name, symbol, decimals } = networkOf(shown.chain)
  const coins = (units: bigint): string => `${exactAmount(units, decimals)} ${symbol}`
  const heading = made('h1', `Send ${coins(amount)}`)
  const facts = made('dl', '')
  const rows = [
    ['Site', made('strong', site)],
    ['Network', name],
    ['To', grouped(to)],
    ['Fee, at most', coins(fee)],
    ['Account', grouped(account)],
  ] as const
  for (const [label, value] of rows) {
    const dd = made('dd', '')
    dd.append(value)
    facts.append(made('dt', label), dd)
  }
  return [heading, facts]
}

/** An address in groups of four, read and copied as one word. */
function grouped(address: string): HTMLElement {
  const [prefix, rest] = address.startsWith('0x') ? ['0x', address.slice(2)] : ['', address]
  const whole = made('span', '')
  whole.className = 'address'
  whole.append(
    ...[prefix, ...(rest.match(/.{1,4}/gsu) ?? [])]
      .filter(Boolean)
      .map((part) => made('span', part)),
  )
  return whole
}

function made<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
