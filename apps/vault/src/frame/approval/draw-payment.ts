import { exactAmount } from '../../decode/amount.ts'
import { networkOfChain } from '../../decode/networks.ts'
import type { SmallSum } from '../requests/small-sum.ts'
import type { Question } from './open-approvals.ts'

/**
 * Shows a small payment like the vault's window: the amount, the receiver, the network, and the
 * highest fee.
 */
export function drawPayment(
  site: string,
  { shown, account }: Pick<Question, 'shown' | 'account'>,
  { to, amount, fee }: SmallSum,
): readonly HTMLElement[] {
  const { name, symbol, decimals } = networkOfChain(shown.chain)
  const formatCoins = (units: bigint): string => `${exactAmount(units, decimals)} ${symbol}`
  const heading = makeElement('h1', `Send ${formatCoins(amount)}`)
  const factList = makeElement('dl', '')
  const factRows = [
    ['Site', makeElement('strong', site)],
    ['Network', name],
    ['To', groupAddress(to)],
    ['Fee, at most', formatCoins(fee)],
    ['Account', groupAddress(account)],
  ] as const
  for (const [label, value] of factRows) {
    const valueElement = makeElement('dd', '')
    valueElement.append(value)
    factList.append(makeElement('dt', label), valueElement)
  }
  return [heading, factList]
}

/** Shows an address in groups of four characters. It is read aloud and copied as one word. */
function groupAddress(address: string): HTMLElement {
  const [prefix, rest] = address.startsWith('0x') ? ['0x', address.slice(2)] : ['', address]
  const addressElement = makeElement('span', '')
  addressElement.className = 'address'
  addressElement.append(
    ...[prefix, ...(rest.match(/.{1,4}/gsu) ?? [])]
      .filter(Boolean)
      .map((part) => makeElement('span', part)),
  )
  return addressElement
}

function makeElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
