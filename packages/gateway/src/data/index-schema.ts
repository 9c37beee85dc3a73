import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { amountColumn } from './amount-column.ts'
import { hexColumn } from './hex-column.ts'

const chainColumn = () => text('chain').notNull()
const blockColumn = (name = 'block') => bigint(name, { mode: 'number' }).notNull()
const momentColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Progress of the index of each chain, written in the same transaction as the blocks. */
export const followedChains = pgTable('followed_chains', {
  /** CAIP-2 id. */
  chain: text('chain').primaryKey(),
  /**
   * First block of the continuous index; older blocks are known only where a back-fill read them.
   */
  firstBlock: blockColumn('first_block'),
  /** First block that is not yet indexed. */
  nextBlock: blockColumn('next_block'),
  /** Newest block that the node reported. */
  headBlock: blockColumn('head_block'),
  updatedAt: momentColumn('updated_at').notNull(),
})

/** Hashes of the newest blocks, to detect a reorganisation; older hashes are deleted. */
export const knownBlocks = pgTable(
  'known_blocks',
  {
    chain: chainColumn(),
    block: blockColumn(),
    hash: hexColumn('hash').notNull(),
    parentHash: hexColumn('parent_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.block] })],
)

/**
 * All transactions of the blocks from `followedChains.firstBlock` on, and older ones that a
 * back-fill found for an account.
 */
export const transactions = pgTable(
  'transactions',
  {
    chain: chainColumn(),
    block: blockColumn(),
    /** Index of the transaction in its block. */
    place: integer('place').notNull(),
    hash: hexColumn('hash').notNull(),
    from: hexColumn('from').notNull(),
    /** Receiver; null when the transaction creates a contract. */
    to: hexColumn('to'),
    /** Address of the contract that the transaction created. */
    created: hexColumn('created'),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    /** Base units of the coin. */
    value: amountColumn('value').notNull(),
    /** Base units of the coin, paid by `from`. */
    fee: amountColumn('fee').notNull(),
    isSuccess: boolean('is_success').notNull(),
    /** First four bytes of the input; null for a plain transfer. */
    selector: hexColumn('selector'),
    minedAt: momentColumn('mined_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.place] }),
    unique().on(table.chain, table.hash),
  ],
)

/**
 * Transfers inside transactions, proven by the value, a log or a trace. Failed transactions have no
 * rows here.
 */
export const movements = pgTable(
  'movements',
  {
    chain: chainColumn(),
    block: blockColumn(),
    place: integer('place').notNull(),
    /**
     * Order within the transaction: -1 is the transfer of the transaction's own value, logs have
     * their log index, and internal transfers count down from -2.
     */
    position: integer('position').notNull(),
    /** Index within an ERC-1155 batch, else 0. */
    part: integer('part').notNull(),
    kind: text('kind', {
      enum: ['coin', 'internal', 'erc20', 'erc721', 'erc1155', 'operation', 'failed-operation'],
    }).notNull(),
    /** Token contract; null for the coin. */
    token: hexColumn('token'),
    /** Token id of ERC-721 and ERC-1155. */
    tokenId: amountColumn('token_id'),
    /** Base units; 1 for ERC-721. */
    amount: amountColumn('amount').notNull(),
    from: hexColumn('from').notNull(),
    to: hexColumn('to').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.place, table.position, table.part] }),
  ],
)

/** Approvals to spend: ERC-20 `Approval`, ERC-721 `Approval` (one id), `ApprovalForAll`. */
export const approvals = pgTable(
  'approvals',
  {
    chain: chainColumn(),
    block: blockColumn(),
    place: integer('place').notNull(),
    position: integer('position').notNull(),
    token: hexColumn('token').notNull(),
    owner: hexColumn('owner').notNull(),
    spender: hexColumn('spender').notNull(),
    /** Base units, for ERC-20 only; 0 revokes the approval. */
    amount: amountColumn('amount'),
    tokenId: amountColumn('token_id'),
    /** Whether everything is approved, for `ApprovalForAll` only. */
    isAll: boolean('is_all'),
  },
  (table) => [primaryKey({ columns: [table.chain, table.block, table.place, table.position] })],
)

/**
 * Transactions of each account: as sender, receiver, created contract, side of a transfer, or owner
 * of an approval.
 */
export const accountTransactions = pgTable(
  'account_transactions',
  {
    account: hexColumn('account').notNull(),
    chain: chainColumn(),
    block: blockColumn(),
    place: integer('place').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.chain, table.block, table.place] }),
    index().on(table.chain, table.block),
  ],
)

/**
 * Tokens that an account has ever received, as candidates for its balances; the current amounts are
 * read from the chain. A row is deleted with the last block that names the account.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    account: hexColumn('account').notNull(),
    chain: chainColumn(),
    token: hexColumn('token').notNull(),
    kind: text('kind', { enum: ['erc20', 'erc721', 'erc1155'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.chain, table.token] })],
)

/** Progress of the back-fill of each account, below `followedChains.firstBlock`. */
export const backfills = pgTable(
  'backfills',
  {
    chain: chainColumn(),
    account: hexColumn('account').notNull(),
    /** Lowest block searched so far; the back-fill is complete at 0 or at the operator's limit. */
    downTo: blockColumn('down_to'),
    isDone: boolean('is_done').notNull(),
    askedAt: momentColumn('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.account] })],
)

/** Name, symbol and decimals from a token contract, read again when they are old. */
export const chainTokens = pgTable(
  'chain_tokens',
  {
    chain: chainColumn(),
    address: hexColumn('address').notNull(),
    kind: text('kind', { enum: ['erc20', 'erc721', 'erc1155', 'none'] }).notNull(),
    name: text('name').notNull(),
    symbol: text('symbol').notNull(),
    decimals: smallint('decimals').notNull(),
    /** Name of the rule that marks the token as spam; null when none does. */
    spam: text('spam'),
    readAt: momentColumn('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.address] })],
)

/** Name and picture of one collectible, from its token URI. */
export const nftItems = pgTable(
  'nft_items',
  {
    chain: chainColumn(),
    address: hexColumn('address').notNull(),
    tokenId: amountColumn('token_id').notNull(),
    name: text('name'),
    /**
     * Image address, `https:`, `ipfs:` or `data:image/…`; unchecked, shown through the image proxy
     * only.
     */
    image: text('image'),
    readAt: momentColumn('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.address, table.tokenId] })],
)
