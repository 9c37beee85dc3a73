import type { Approval, FamilyQuestion } from '@latchkey/signer'
import { type JSX, useEffect, useState } from 'react'
import { formatUnits } from 'viem'
import { Address, Avatar, Row, shortenAddress } from '../parts.tsx'
import { readTransfer, type TokenTransfer } from '../read-transfer.ts'

/** Shows all of a request. Text that comes from the page is shown as plain text only. */
export function ApprovalDetails({
  approval,
}: {
  approval: Exclude<Approval, { kind: 'connect' | 'accounts' }>
}): JSX.Element {
  switch (approval.kind) {
    case 'transaction':
      return <TransactionDetails approval={approval} />
    case 'message':
      return (
        <>
          <Signer account={approval.account} chain={approval.chain.name} />
          <h2>{approval.text === undefined ? 'Bytes (no readable text)' : 'Message'}</h2>
          <QuotedText>{approval.text ?? approval.bytes}</QuotedText>
        </>
      )
    case 'typed-data':
      return (
        <>
          <Signer account={approval.account} chain={approval.chain.name} />
          <h2>{approval.primaryType}</h2>
          <QuotedText>{approval.message}</QuotedText>
          <h2>Domain</h2>
          <QuotedText>{approval.domain}</QuotedText>
        </>
      )
    case 'switch-chain':
    case 'add-chain':
      return (
        <dl className="box">
          <Row name="Network">{approval.chain.name}</Row>
          <Row name="Chain id">{approval.chain.id}</Row>
          <Row name="RPC address">{approval.chain.rpcUrl}</Row>
          <Row name="Coin">{approval.chain.symbol}</Row>
        </dl>
      )
    default:
      return <FamilyDetails question={approval} />
  }
}

/** The signer's description of a Solana, Bitcoin or Stacks request, as text. */
function FamilyDetails({ question }: { question: FamilyQuestion }): JSX.Element {
  const { amount, account, network, rows, texts } = question
  return (
    <>
      {amount ? <p className="amount">{amount}</p> : null}
      {rows.length > 0 ? (
        <dl className="box">
          {rows.map(({ name, value }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change, and names may repeat
            <Row key={i} name={name}>
              {value.length > 24 && !value.includes(' ') ? (
                <span className="address">{value}</span>
              ) : (
                value
              )}
            </Row>
          ))}
        </dl>
      ) : null}
      <dl className="box">
        <Row name={amount ? 'From' : 'Account'}>{shortenAddress(account)}</Row>
        <Row name="Network">{network}</Row>
      </dl>
      {texts.map(({ name, value }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts never change, and names may repeat
        <section key={i}>
          <h2>{name}</h2>
          <QuotedText>{value}</QuotedText>
        </section>
      ))}
    </>
  )
}

function TransactionDetails({
  approval,
}: {
  approval: Extract<Approval, { kind: 'transaction' }>
}): JSX.Element {
  const { to, value, data, fee, chain, account } = approval
  const [token, setToken] = useState<TokenTransfer | null>(null)
  useEffect(() => {
    const effectState = { isCurrent: true }
    if (to && data !== '0x')
      void readTransfer(chain, to, data).then(
        (foundToken) => effectState.isCurrent && setToken(foundToken),
      )
    return () => {
      effectState.isCurrent = false
    }
  }, [to, data, chain])
  const coins = `${formatUnits(value, chain.decimals)} ${chain.symbol}`
  const receiver = token?.to ?? to
  return (
    <>
      <p className="amount">{token ? `${token.amount} ${token.symbol}` : coins}</p>
      <dl className="box">
        <Row name="To">{receiver ? <Address value={receiver} /> : 'A new contract'}</Row>
        {token && to ? (
          <Row name="Token contract">
            <Address value={to} />
          </Row>
        ) : null}
        {token && value > 0n ? <Row name="Coins as well">{coins}</Row> : null}
      </dl>
      <dl className="box">
        <Row name="From">{shortenAddress(account)}</Row>
        <Row name="Network">{chain.name}</Row>
        <Row name="Network fee, at most">{`${showFee(fee, chain.decimals)} ${chain.symbol}`}</Row>
      </dl>
      {data === '0x' || token ? null : (
        <>
          <h2>Call data</h2>
          <QuotedText>{data}</QuotedText>
        </>
      )}
    </>
  )
}

function Signer({ account, chain }: { account: string; chain: string }): JSX.Element {
  return (
    <dl className="box">
      <Row name="Account">
        <span className="inline">
          <Avatar address={account} isSmall /> {shortenAddress(account)}
        </span>
      </Row>
      <Row name="Network">{chain}</Row>
    </dl>
  )
}

export function QuotedText({ children }: { children: string }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <pre className="text" tabIndex={0}>
      {children}
    </pre>
  )
}

/**
 * Writes a fee with eight decimal places, rounded up, so that it never looks smaller than it may
 * be.
 */
function showFee(fee: bigint, decimals: number): string {
  const roundingUnit = decimals > 8 ? 10n ** BigInt(decimals - 8) : 1n
  return formatUnits(((fee + roundingUnit - 1n) / roundingUnit) * roundingUnit, decimals)
}
