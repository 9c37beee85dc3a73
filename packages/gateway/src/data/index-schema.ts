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

/** How far the follower of a chain has come. Written in the transaction that writes the blocks. */
export const followedChains = pgTable('followed_chains', {
  /** CAIP-2. */
  chain: text('chain').primaryKey(),
  /** First block that was followed: what is older is known only where a back-fill went. */
  firstBlock: blockColumn('first_block'),
  /** First block not yet in the index. */
  nextBlock: blockColumn('next_block'),
  /** Newest block the node spoke of. */
  headBlock: blockColumn('head_block'),
  updatedAt: momentColumn('updated_at').notNull(),
})

/** Hashes of the newest blocks, to notice a reorganisation; older ones are pruned. */
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

/** Transactions that moved, approved or did something for an account of interest. */
export const transactions = pgTable(
  'transactions',
  {
    chain: chainColumn(),
    block: blockColumn(),
    /** Place in the block. */
    place: integer('place').notNull(),
    hash: hexColumn('hash').notNull(),
    from: hexColumn('from').notNull(),
    /** Null where a contract was made. */
    to: hexColumn('to'),
    /** The contract made by it. */
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
 * What a transaction moved, proven by value, log or trace. Nothing of a failed transaction stands
 * here.
 */
export const movements = pgTable(
  'movements',
  {
    chain: chainColumn(),
    block: blockColumn(),
    place: integer('place').notNull(),
    /**
     * Order within the transaction: -1 its own value, then log indexes; internal ones count down
     * from -2.
     */
    position: integer('position').notNull(),
    /** Part of a batch of ERC-1155, else 0. */
    part: integer('part').notNull(),
    kind: text('kind', {
      enum: ['coin', 'internal', 'erc20', 'erc721', 'erc1155', 'operation', 'failed-operation'],
    }).notNull(),
    /** Contract; null for the coin. */
    token: hexColumn('token'),
    /** Of ERC-721 and ERC-1155. */
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

/** Leave given to spend: ERC-20 `Approval`, ERC-721 `Approval` (one id), `ApprovalForAll`. */
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
    /** Base units, of ERC-20 only; 0 takes the leave back. */
    amount: amountColumn('amount'),
    tokenId: amountColumn('token_id'),
    /** Of `ApprovalForAll`. */
    isAll: boolean('is_all'),
  },
  (table) => [primaryKey({ columns: [table.chain, table.block, table.place, table.position] })],
)

/**
 * Which transactions concern an account: sender, receiver, maker, or either side of a movement or
 * approval's owner.
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
 * Tokens an account ever received: where its balances are looked for. The chain says what is left;
 * they go with the last block that names the account.
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

/** How far back an account has been looked for, below `followedChains.firstBlock`. */
export const backfills = pgTable(
  'backfills',
  {
    chain: chainColumn(),
    account: hexColumn('account').notNull(),
    /** Lowest block looked at so far; done at 0 or where the operator's limit is. */
    downTo: blockColumn('down_to'),
    isDone: boolean('is_done').notNull(),
    askedAt: momentColumn('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.account] })],
)

/** What a token contract says of itself, read once and again when old. */
export const chainTokens = pgTable(
  'chain_tokens',
  {
    chain: chainColumn(),
    address: hexColumn('address').notNull(),
    kind: text('kind', { enum: ['erc20', 'erc721', 'erc1155', 'none'] }).notNull(),
    name: text('name').notNull(),
    symbol: text('symbol').notNull(),
    decimals: smallint('decimals').notNull(),
    /** Which rule calls it spam; null when none does. */
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
    /** `https:`, `ipfs:` or `data:image/…`; unchecked, shown through the image proxy only. */
    image: text('image'),
    readAt: momentColumn('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.address, table.tokenId] })],
)
