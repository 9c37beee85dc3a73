import { createHash } from 'node:crypto'
import {
  addressToString,
  Cl,
  cvToHex,
  cvToString,
  hexToCV,
  PayloadType,
  PostConditionMode,
  type StacksTransactionWire,
} from '@stacks/transactions'
import type { Entry, StacksNode } from './node.ts'

const hashOfBlock = (height: number) =>
  `0x${createHash('sha256').update(`block ${height}`).digest('hex')}`
const valueShape = (hex: string) => ({ hex, repr: cvToString(hexToCV(hex)) })

function payloadShape({ payload }: StacksTransactionWire, origin: string): object {
  switch (payload.payloadType) {
    case PayloadType.TokenTransfer: {
      const memo = Buffer.from(payload.memo.content).toString('hex').padEnd(68, '0')
      return {
        tx_type: 'token_transfer',
        token_transfer: {
          recipient_address: payload.recipient.value,
          amount: String(payload.amount),
          memo: `0x${memo}`,
        },
      }
    }
    case PayloadType.ContractCall: {
      const { contractAddress, contractName, functionName, functionArgs } = payload
      const contract = Cl.contractPrincipal(addressToString(contractAddress), contractName.content)
      return {
        tx_type: 'contract_call',
        contract_call: {
          contract_id: contract.value,
          function_name: functionName.content,
          function_signature: '',
          function_args: functionArgs.map((arg) => ({
            ...valueShape(cvToHex(arg)),
            name: '',
            type: '',
          })),
        },
      }
    }
    case PayloadType.SmartContract:
    case PayloadType.VersionedSmartContract:
      return {
        tx_type: 'smart_contract',
        smart_contract: {
          clarity_version: 'clarityVersion' in payload ? payload.clarityVersion : null,
          contract_id: `${origin}.${payload.contractName.content}`,
          source_code: payload.codeBody.content,
        },
      }
    default:
      return { tx_type: 'coinbase' }
  }
}

/** Writes a transaction in the format of Hiro's API. */
export function transactionShape({
  signed,
  status,
  height,
  minedAt,
  result,
  moves,
  receivedAt,
}: Entry): object {
  const { id, origin, nonce, fee, wire } = signed
  const commonFields = {
    tx_id: id,
    nonce: Number(nonce),
    fee_rate: String(fee),
    sender_address: origin,
    sponsored: false,
    post_condition_mode: wire.postConditionMode === PostConditionMode.Allow ? 'allow' : 'deny',
    post_conditions: [],
    anchor_mode: 'any',
    tx_status: status,
    ...payloadShape(wire, origin),
  }
  if (height === undefined) return { ...commonFields, receipt_time: Math.floor(receivedAt / 1000) }
  const blockTime = Math.floor((minedAt ?? receivedAt) / 1000)
  return {
    ...commonFields,
    is_unanchored: false,
    canonical: true,
    block_hash: hashOfBlock(height),
    parent_block_hash: hashOfBlock(height - 1),
    block_height: height,
    block_time: blockTime,
    block_time_iso: new Date(blockTime * 1000).toISOString(),
    burn_block_height: height,
    burn_block_time: blockTime,
    burn_block_time_iso: new Date(blockTime * 1000).toISOString(),
    tx_index: 0,
    tx_result: valueShape(result ?? cvToHex(Cl.none())),
    event_count: moves.length,
    events: moves.map((move, event_index) => eventShape(move, event_index, id)),
  }
}

function eventShape(move: Entry['moves'][number], event_index: number, tx_id: string): object {
  const { kind, asset, amount, sender = '', recipient = '', value: id } = move
  const moveDetail = { asset_event_type: assetEventType(move), sender, recipient }
  if (kind === 'stx')
    return {
      event_index,
      tx_id,
      event_type: 'stx_asset',
      asset: { ...moveDetail, amount: String(amount) },
    }
  if (kind === 'ft')
    return {
      event_index,
      tx_id,
      event_type: 'fungible_token_asset',
      asset: { ...moveDetail, asset_id: asset, amount: String(amount) },
    }
  const hex = id ? `0x${id.replace(/^0x/, '')}` : cvToHex(Cl.none())
  return {
    event_index,
    tx_id,
    event_type: 'non_fungible_token_asset',
    asset: { ...moveDetail, asset_id: asset, value: valueShape(hex) },
  }
}

function assetEventType({
  sender,
  recipient,
}: Entry['moves'][number]): 'transfer' | 'burn' | 'mint' {
  if (!sender) return 'mint'
  return recipient ? 'transfer' : 'burn'
}

/** Mined transactions that involve an account, newest first. */
export function entriesOf({ entries }: StacksNode, principal: string): readonly Entry[] {
  return [...entries.values()]
    .filter(
      ({ signed, moves, height }) =>
        height !== undefined &&
        (signed.origin === principal ||
          moves.some(({ sender, recipient }) => sender === principal || recipient === principal)),
    )
    .sort((a, b) => (b.height ?? 0) - (a.height ?? 0))
}

/** Pending transactions that an account sent, or that send STX to it, newest first. */
export function pendingEntriesOf({ entries }: StacksNode, principal: string): readonly Entry[] {
  const isTransferTo = ({ wire: { payload } }: Entry['signed']): boolean =>
    payload.payloadType === PayloadType.TokenTransfer && payload.recipient.value === principal
  return [...entries.values()]
    .filter(
      ({ status, signed }) =>
        status === 'pending' && (signed.origin === principal || isTransferTo(signed)),
    )
    .reverse()
}

/**
 * A transaction with its effect on the balances of an account, as in version 2 of Hiro's
 * transaction list.
 */
export function transferShape(entry: Entry, principal: string): object {
  const { signed, moves } = entry
  const sumStx = (side: 'sender' | 'recipient') =>
    moves
      .filter((move) => move.kind === 'stx' && move[side] === principal)
      .reduce((total, { amount }) => total + amount, 0n)
  const fee = signed.origin === principal ? signed.fee : 0n
  const countMoves = (kind: 'stx' | 'ft' | 'nft') => {
    const side = moves.filter((move) => move.kind === kind)
    return {
      transfer: side.filter(({ sender, recipient }) => sender && recipient).length,
      mint: side.filter(({ sender }) => !sender).length,
      burn: side.filter(({ recipient }) => !recipient).length,
    }
  }
  return {
    tx: transactionShape(entry),
    stx_sent: String(sumStx('sender') + fee),
    stx_received: String(sumStx('recipient')),
    events: { stx: countMoves('stx'), ft: countMoves('ft'), nft: countMoves('nft') },
  }
}

/** Writes the balances of an account in the format of Hiro's API. */
export function balancesShape(
  { simulator, ledger, entries }: StacksNode,
  principal: string,
): object {
  const formatTotals = (totals: { balance: bigint; sent: bigint; received: bigint }) => ({
    total_sent: String(totals.sent),
    total_received: String(totals.received),
  })
  const stx = ledger.holdingsOf(principal, 'stx').STX ?? { balance: 0n, sent: 0n, received: 0n }
  const fees = [...entries.values()]
    .filter(({ height, signed }) => height !== undefined && signed.origin === principal)
    .reduce((total, { signed }) => total + signed.fee, 0n)
  const tokensOf = (kind: 'ft' | 'nft', amount: 'balance' | 'count') =>
    Object.fromEntries(
      Object.entries(ledger.holdingsOf(principal, kind)).map(([asset, totals]) => [
        asset,
        { [amount]: String(totals.balance), ...formatTotals(totals) },
      ]),
    )
  const balance = String(simulator.stx(principal))
  return {
    stx: {
      balance,
      estimated_balance: balance,
      ...formatTotals(stx),
      total_fees_sent: String(fees),
      total_miner_rewards_received: '0',
      lock_tx_id: '',
      locked: '0',
      lock_height: 0,
      burnchain_lock_height: 0,
      burnchain_unlock_height: 0,
    },
    fungible_tokens: tokensOf('ft', 'balance'),
    non_fungible_tokens: tokensOf('nft', 'count'),
  }
}
