import type { ReactNode } from 'react'
import { exactAmount } from '../../decode/amount.ts'
import type { Reading, Warning } from '../../decode/reading.ts'
import { Address } from '../parts/Address.tsx'
import { EscapedText } from '../parts/EscapedText.tsx'
import { Facts } from '../parts/Facts.tsx'
import { FoldableSection } from '../parts/FoldableSection.tsx'
import { Notice } from '../parts/Notice.tsx'
import { words } from '../words.ts'
import { StepCard, type StepContext } from './StepCard.tsx'
import { Tree } from './Tree.tsx'

const graveWarnings: readonly Warning[] = [
  'unbounded',
  'all-nfts',
  'delegation',
  'every-chain',
  'ownership',
  'domain-mismatch',
  'account-mismatch',
  'open-signature',
  'network-unchecked',
  'order-for-nothing',
  'safe-code',
  'acting',
  'acting-limited',
]

/** Shows what the vault understands of a request: its steps, amounts, warnings and fee. */
export function RequestView({
  reading,
  world,
}: {
  readonly reading: Reading
  readonly world: StepContext
}): ReactNode {
  return (
    <>
      {'warnings' in reading ? <Warnings list={reading.warnings} /> : null}
      <RequestBody reading={reading} world={world} />
    </>
  )
}

function Warnings({ list }: { readonly list: readonly Warning[] }): ReactNode {
  return [...list]
    .sort((a, b) => Number(graveWarnings.includes(b)) - Number(graveWarnings.includes(a)))
    .map((warning) => (
      <Notice key={warning} tone={graveWarnings.includes(warning) ? 'bad' : 'warn'}>
        {words.warning[warning]}
      </Notice>
    ))
}

function RequestBody({
  reading,
  world,
}: {
  readonly reading: Reading
  readonly world: StepContext
}): ReactNode {
  switch (reading.kind) {
    case 'transaction':
      return (
        <>
          {reading.steps.length > 1 ? (
            <p className="text">
              {words.stepsOf(reading.steps.length)}.{' '}
              {reading.batch === 'all-or-nothing' ? words.allOrNothing : ''}
            </p>
          ) : null}
          <StepList reading={reading} world={world} />
          {reading.isSentByPage ? <Notice tone="warn">{words.signedByPage}</Notice> : null}
        </>
      )
    case 'bitcoin':
      return <BitcoinView reading={reading} world={world} />
    case 'message':
      return (
        <>
          {reading.text === undefined ? (
            <section className="message" aria-label={words.bytes}>
              {reading.bytes}
            </section>
          ) : (
            <MessageText text={reading.text} />
          )}
          {reading.text === undefined ? null : (
            <FoldableSection name={words.showBytes}>{reading.bytes}</FoldableSection>
          )}
        </>
      )
    case 'sign-in':
      return (
        <>
          <Facts
            rows={[
              [words.domain, <EscapedText key="domain" text={reading.domain} />],
              reading.statement === undefined
                ? null
                : [words.message, <EscapedText key="message" text={reading.statement} />],
            ]}
          />
          <MessageText text={reading.text} />
        </>
      )
    case 'typed':
      return (
        <>
          <StepList reading={reading} world={world} />
          {reading.steps.length > 0 ? (
            <FoldableSection name={words.showTyped}>
              <TypedDataView reading={reading} />
            </FoldableSection>
          ) : (
            <section className="card">
              <TypedDataView reading={reading} />
            </section>
          )}
        </>
      )
    case 'unreadable':
      return (
        <>
          <Notice tone="bad">{words.unreadable[reading.reason]}</Notice>
          <FoldableSection name={words.showRaw}>
            <EscapedText text={reading.raw} />
          </FoldableSection>
        </>
      )
  }
}

function StepList(props: {
  readonly reading: Extract<Reading, { kind: 'transaction' | 'typed' }>
  readonly world: StepContext
}): ReactNode {
  if (props.reading.steps.length === 0) return null
  return (
    <ol className="steps">
      {props.reading.steps.map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order and have no id.
        <li key={i}>
          <StepCard step={step} world={props.world} />
        </li>
      ))}
    </ol>
  )
}

function TypedDataView({
  reading,
}: {
  readonly reading: Extract<Reading, { kind: 'typed' }>
}): ReactNode {
  return (
    <>
      <h2>
        <EscapedText text={reading.primaryType} />
      </h2>
      <Tree nodes={reading.message} />
      <h2>{words.domain}</h2>
      <Tree nodes={reading.domain} />
    </>
  )
}

function MessageText({ text }: { readonly text: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach a region that scrolls.
    <section className="message" aria-label={words.message} tabIndex={0}>
      <EscapedText text={text} />
    </section>
  )
}

function BitcoinView(props: {
  readonly reading: Extract<Reading, { kind: 'bitcoin' }>
  readonly world: StepContext
}): ReactNode {
  const { reading, world } = props
  const formatCoins = (amount: bigint): string =>
    `${exactAmount(amount, world.network.decimals)} ${world.network.symbol}`
  const signedInputs = reading.inputs.filter(({ isSigned }) => isSigned)
  const outputTitle = (isOwn: boolean, amount: bigint): string =>
    isOwn ? `${words.backToYou}: ${formatCoins(amount)}` : words.step.send(formatCoins(amount))
  return (
    <>
      <ol className="steps">
        {reading.outputs.map(({ to, amount, isOwn }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: outputs keep their order and may repeat.
          <li key={i}>
            <section className="card">
              <h2>{outputTitle(isOwn, amount)}</h2>
              <Facts rows={[[words.to, <Address key="to" address={to} />]]} />
            </section>
          </li>
        ))}
      </ol>
      <Facts
        rows={[
          [
            words.inputs,
            signedInputs
              .map(
                ({ index, amount }) =>
                  `${index}: ${amount === null ? words.amountHidden : formatCoins(amount)}`,
              )
              .join(', '),
          ],
          [words.fee, reading.fee === null ? words.feeUnknown : formatCoins(reading.fee)],
        ]}
      />
      {reading.isSentByPage ? <Notice tone="warn">{words.signedByPage}</Notice> : null}
    </>
  )
}
