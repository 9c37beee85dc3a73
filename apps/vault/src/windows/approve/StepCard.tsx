import type { ReactNode } from 'react'
import { exactAmount, groupDigits } from '../../decode/amount.ts'
import type { Network } from '../../decode/networks.ts'
import type { Step } from '../../decode/reading.ts'
import { Address } from '../parts/Address.tsx'
import { EscapedText } from '../parts/EscapedText.tsx'
import { Facts } from '../parts/Facts.tsx'
import { FoldableSection } from '../parts/FoldableSection.tsx'
import { Notice } from '../parts/Notice.tsx'
import { words } from '../words.ts'
import type { TokenInfo } from './read-token.ts'

export interface StepContext {
  readonly network: Network
  readonly account: string
  readonly tokens: ReadonlyMap<string, TokenInfo>
  /**
   * Owners of Solana token accounts, by token account. The token account's address proves its
   * owner.
   */
  readonly owners: ReadonlyMap<string, string>
  /**
   * Notes about receivers, by address: that one is a contract, is new, or looks like a known one.
   */
  readonly notes: ReadonlyMap<string, readonly string[]>
}

type FactRow = readonly [string, ReactNode] | null

/** Shows one step of a request in words, with all amounts and addresses. */
export function StepCard({
  step,
  world: context,
}: {
  readonly step: Step
  readonly world: StepContext
}): ReactNode {
  const token = 'token' in step && step.token ? context.tokens.get(step.token) : undefined
  const receiver = stepReceiver(step)
  return (
    <section className="card">
      <h2>{stepTitle(step, context, token)}</h2>
      <Facts rows={factRowsOfStep(step, context)} />
      {token ? <span className="sub">{words.tokenSaid(token.symbol)}</span> : null}
      {isInSmallestUnits(step, token) ? <span className="sub">{words.unitsNote}</span> : null}
      {receiver
        ? (context.notes.get(receiver) ?? []).map((note) => (
            <Notice
              key={note}
              tone={note === words.firstTime || note === words.isContract ? 'note' : 'bad'}
            >
              {note}
            </Notice>
          ))
        : null}
      {step.kind === 'note' ? (
        <p className="message">
          <EscapedText text={step.text} />
        </p>
      ) : null}
      {'data' in step ? <FoldableSection name={words.showData}>{step.data}</FoldableSection> : null}
    </section>
  )
}

/** The address that a step pays or gives rights to, such as a token's spender. */
export function stepReceiver(step: Step): string | undefined {
  if (step.kind === 'send-coin' || step.kind === 'send-token' || step.kind === 'send-nft')
    return step.to || undefined
  if (step.kind === 'let-act') return step.to
  if (step.kind === 'allow-token') return step.spender
  return step.kind === 'allow-all-nft' && step.isAllowed ? step.operator : undefined
}

function stepAmount(step: Step, context: StepContext, token?: TokenInfo): string {
  if (!('amount' in step) || step.amount === null) return ''
  if ('collection' in step && step.collection)
    return words.collectible(groupDigits(step.amount.toString()))
  const isOrder = step.kind === 'order-give' || step.kind === 'order-get'
  if (step.kind === 'send-coin' || step.kind === 'open-account' || (isOrder && !step.token))
    return `${exactAmount(step.amount, context.network.decimals)} ${context.network.symbol}`
  const decimals = 'decimals' in step ? step.decimals : undefined
  if (token) return `${exactAmount(step.amount, token.decimals)} ${token.symbol}`
  return decimals === undefined
    ? words.units(groupDigits(step.amount.toString()))
    : `${exactAmount(step.amount, decimals)} ${words.token.toLowerCase()}`
}

function isInSmallestUnits(step: Step, token?: TokenInfo): boolean {
  if (step.kind === 'order-give' || step.kind === 'order-get')
    return !token && step.token !== undefined
  if (step.kind !== 'send-token' && step.kind !== 'allow-token' && step.kind !== 'burn')
    return false
  return !token && step.decimals === undefined && step.amount !== null
}

function stepTitle(step: Step, context: StepContext, token?: TokenInfo): string {
  const amount = stepAmount(step, context, token)
  if (step.kind === 'send-coin' || step.kind === 'send-token' || step.kind === 'burn')
    return words.step[step.kind](amount)
  if (step.kind === 'order-give' || step.kind === 'order-get') return words.step[step.kind](amount)
  if (step.kind === 'allow-token') {
    if (step.amount === null) return words.step['allow-unbounded']
    return step.isAdded ? words.step['allow-more'](amount) : words.step['allow-token'](amount)
  }
  if (step.kind === 'allow-all-nft')
    return step.isAllowed ? words.step['allow-all-nft'] : words.step['revoke-nft']
  if (step.kind === 'delegate' && step.isOwners) return words.step['delegate-owners']
  if (step.kind === 'delegate')
    return step.isCleared ? words.step['delegate-clear'] : words.step.delegate
  if (step.kind === 'give-away')
    return step.what === 'owner' ? words.step['give-owner'] : words.step['give-program']
  return words.step[step.kind]
}

function addressRow(name: string, address: string | undefined): FactRow {
  return address ? [name, <Address key={name} address={address} />] : null
}

function orderItemRows(
  step: Extract<Step, { kind: 'order-give' | 'order-get' }>,
): readonly FactRow[] {
  const tokenIdRow: FactRow =
    step.number === undefined ? null : [words.number, step.number?.toString() ?? words.anyNumber]
  return [
    tokenIdRow,
    addressRow(words.contract, step.collection),
    addressRow(words.token, step.token),
  ]
}

function factRowsOfStep(step: Step, context: StepContext): readonly FactRow[] {
  const senderRow = (address: string | undefined): FactRow =>
    address && address !== context.account ? addressRow(words.from, address) : null
  switch (step.kind) {
    case 'send-coin':
      return [senderRow(step.from), addressRow(words.to, step.to)]
    case 'send-token': {
      const tokenAccountOwner = context.owners.get(step.to)
      const receiverRow = tokenAccountOwner
        ? [addressRow(words.to, tokenAccountOwner), addressRow(words.tokenAccount, step.to)]
        : [addressRow(words.to, step.to)]
      return [
        senderRow(step.from),
        ...receiverRow,
        addressRow(words.token, step.token),
        step.mark === undefined ? null : [words.mark, step.mark],
      ]
    }
    case 'allow-token':
      return [
        addressRow(words.spender, step.spender),
        addressRow(words.token, step.token),
        expiryRow(step.until),
      ]
    case 'revoke-token':
      return [addressRow(words.spender, step.spender), addressRow(words.token, step.token)]
    case 'send-nft':
      return [
        addressRow(words.to, step.to),
        senderRow(step.from),
        [words.number, step.number.toString()],
        step.amount > 1n ? ['×', step.amount.toString()] : null,
        addressRow(words.contract, step.collection),
      ]
    case 'allow-all-nft':
      return [
        addressRow(words.operator, step.operator),
        addressRow(words.contract, step.collection),
      ]
    case 'call':
      return [addressRow(words.contract, step.to)]
    case 'delegate':
      return [
        step.isCleared ? null : addressRow(words.contract, step.to),
        // When a delegation ends on one chain, that chain is not named here, because the window
        // already names it.
        step.isCleared && step.chain !== 0n
          ? null
          : [words.network, step.chain === 0n ? words.everyChain : `eip155:${step.chain}`],
      ]
    case 'give-away':
      return [
        addressRow(words.account, step.account),
        step.to ? addressRow(words.newOwner, step.to) : [words.newOwner, words.nobody],
      ]
    case 'open-account':
      return [
        addressRow(words.account, step.account),
        addressRow(words.newOwner, step.owner),
        step.amount > 0n ? [words.step.send(''), stepAmount(step, context)] : null,
      ]
    case 'close-account':
      return [addressRow(words.account, step.account), addressRow(words.to, step.to)]
    case 'burn':
      return [addressRow(words.token, step.token)]
    case 'order-give':
      return [...orderItemRows(step), expiryRow(step.until)]
    case 'order-get':
      return [
        step.to === context.account.toLowerCase() ? null : addressRow(words.to, step.to),
        ...orderItemRows(step),
      ]
    case 'for-safe':
      return [addressRow(words.safe, step.safe)]
    case 'let-act':
      return [addressRow(words.actor, step.to), [words.limits, String(step.limits)]]
    case 'program':
      return [
        addressRow(words.program, step.program),
        [words.accounts, <AccountList key="accounts" list={step.accounts} />],
      ]
    default:
      return []
  }
}

function expiryRow(expiresAt: bigint | null | undefined): FactRow {
  if (expiresAt === undefined) return null
  return [
    words.until,
    expiresAt === null
      ? words.forEver
      : new Date(Number(expiresAt) * 1_000).toISOString().replace('T', ' ').slice(0, 16),
  ]
}

function AccountList({ list }: { readonly list: readonly string[] }): ReactNode {
  return list.map((account, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: accounts keep their order and may repeat.
    <div key={i}>
      <Address address={account} />
    </div>
  ))
}
