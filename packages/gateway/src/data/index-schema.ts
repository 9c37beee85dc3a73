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

/** Progress of each chain's index, written in the same transaction as the blocks that it counts. */
export const followedChains = pgTable('followed_chains', {
  /** CAIP-2 id of the chain. */
  chain: text('chain').primaryKey(),
  /**
   * First block of the continuous index. Of older blocks, only those are known that a search for an
   * account's past read.
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
 * All transactions of the blocks from `followedChains.firstBlock` on, and older ones that the
 * search for an account's past found.
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
    /** Receiver of the transaction; null when it creates a contract. */
    to: hexColumn('to'),
    /** Address of the contract that the transaction created. */
    created: hexColumn('created'),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    /** Transferred amount in base units of the coin. */
    value: amountColumn('value').notNull(),
    /** Paid fee in base units of the coin; `from` paid it. */
    fee: amountColumn('fee').notNull(),
    isSuccess: boolean('is_success').notNull(),
    /** First four bytes of the input data; null for a transfer of coin without data. */
    selector: hexColumn('selector'),
    minedAt: momentColumn('mined_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.place] }),
    unique().on(table.chain, table.hash),
  ],
)

/**
 * Transfers inside transactions. Each is proved by the transaction's value, by a log or by a trace.
 * Failed transactions have no rows here.
 */
export const movements = pgTable(
  'movements',
  {
    chain: chainColumn(),
    block: blockColumn(),
    place: integer('place').notNull(),
    /**
     * Order of the transfers within the transaction: the transfer of the transaction's own value
     * has -1, logs have their log index, and internal transfers count down from -2.
     */
    position: integer('position').notNull(),
    /** Index of the transfer within an ERC-1155 batch; 0 for other transfers. */
    part: integer('part').notNull(),
    kind: text('kind', {
      enum: ['coin', 'internal', 'erc20', 'erc721', 'erc1155', 'operation', 'failed-operation'],
    }).notNull(),
    /** Token contract; null for the coin. */
    token: hexColumn('token'),
    /** Token id of ERC-721 and ERC-1155. */
    tokenId: amountColumn('token_id'),
    /** Transferred amount in base units; 1 for ERC-721. */
    amount: amountColumn('amount').notNull(),
    from: hexColumn('from').notNull(),
    to: hexColumn('to').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.place, table.position, table.part] }),
  ],
)

/**
 * Permissions to spend tokens, from the events ERC-20 `Approval`, ERC-721 `Approval` (one token id)
 * and `ApprovalForAll`.
 */
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
    /** Approved amount in base units, for ERC-20 only; 0 revokes the approval. */
    amount: amountColumn('amount'),
    tokenId: amountColumn('token_id'),
    /** Whether the spender may move all tokens of the contract; for `ApprovalForAll` only. */
    isAll: boolean('is_all'),
  },
  (table) => [primaryKey({ columns: [table.chain, table.block, table.place, table.position] })],
)

/**
 * The transactions of each account, in which it is sender, receiver, created contract, a side of a
 * transfer, or owner of an approval.
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
 * read from the chain. A row is deleted when no indexed block names the account any more.
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

/** Progress of the search for each account's past, in blocks below `followedChains.firstBlock`. */
export const backfills = pgTable(
  'backfills',
  {
    chain: chainColumn(),
    account: hexColumn('account').notNull(),
    /**
     * Lowest block searched so far; the search is complete at block 0 or at the operator's limit.
     */
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
    /** Name of the rule that marks the token as spam; null when no rule does. */
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
     * Address of the picture: `https:`, `ipfs:` or `data:image/…`. It is unchecked, so pages get
     * the picture through the image proxy only.
     */
    image: text('image'),
    readAt: momentColumn('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.address, table.tokenId] })],
)
