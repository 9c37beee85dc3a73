// bcoin has no types: these are the parts that the devnet uses. Hashes are hex in wire order,
// unlike displayed txids.
declare module 'bcoin/lib/primitives/address' {
  export interface Address {
    readonly type: number
  }
  const addresses: { fromScript(script: object): Address | null }
  export default addresses
}
declare module 'bcoin/lib/script/script' {
  const scripts: { fromRaw(raw: Buffer): object }
  export default scripts
}
declare module 'bcoin/lib/primitives/tx' {
  export interface Output {
    readonly value: number
    readonly script: { toRaw(): Buffer }
    isDust(satoshiPerKilobyte: number): boolean
  }
  export default class TX {
    static fromRaw(raw: Buffer): TX
    readonly version: number
    readonly locktime: number
    readonly inputs: readonly {
      readonly prevout: { readonly hash: string; readonly index: number }
      readonly script: { toRaw(): Buffer }
      readonly witness: { readonly items: readonly Buffer[] }
      readonly sequence: number
    }[]
    readonly outputs: readonly Output[]
    hash(encoding: 'hex'): string
    txid(): string
    toRaw(): Buffer
    getSize(): number
    getVirtualSize(): number
    getWeight(): number
    isCoinbase(): boolean
  }
}
declare module 'bcoin/lib/blockchain/chain' {
  import type { Address } from 'bcoin/lib/primitives/address'
  import type TX from 'bcoin/lib/primitives/tx'
  export interface Meta {
    readonly tx: TX
    /** Block height; -1 in the mempool. */
    readonly height: number
    readonly block: string | null
    readonly time: number
    readonly index: number
  }
  export interface View {
    getOutputFor(input: TX['inputs'][number]): import('bcoin/lib/primitives/tx').Output | null
  }
  export interface Block {
    readonly txs: readonly TX[]
    hash(encoding: 'hex'): string
  }
  export default class Chain {
    constructor(options: object)
    readonly height: number
    readonly tip: object
    open(): Promise<void>
    close(): Promise<void>
    add(block: Block): Promise<object | null>
    getHash(height: number): Promise<string | null>
    getMeta(hash: string): Promise<Meta | null>
    getMetaByAddress(addresses: readonly Address[]): Promise<Meta[]>
    getSpentView(tx: TX): Promise<View>
    on(event: 'connect', listener: (entry: object, block: Block) => void): void
  }
}
declare module 'bcoin/lib/mempool/mempool' {
  import type { Meta, View } from 'bcoin/lib/blockchain/chain'
  import type { Address } from 'bcoin/lib/primitives/address'
  import type TX from 'bcoin/lib/primitives/tx'
  export interface MempoolEntry {
    readonly tx: TX
    readonly fee: number
    /** Size in virtual bytes. */
    readonly size: number
  }
  export default class Mempool {
    constructor(options: object)
    open(): Promise<void>
    close(): Promise<void>
    /**
     * Adds a transaction to the mempool; resolves to the hashes of its missing parents, or to null
     * when it was accepted.
     */
    addTX(tx: TX): Promise<readonly string[] | null>
    _addBlock(entry: object, txs: readonly TX[]): Promise<void>
    getEntry(hash: string): MempoolEntry | null
    getMeta(hash: string): Meta | null
    getMetaByAddress(addresses: readonly Address[]): Meta[]
    getSpent(hash: string, index: number): MempoolEntry | null
    getSpentView(tx: TX): Promise<View>
    getDescendants(entry: MempoolEntry): readonly MempoolEntry[]
    removeOrphan(hash: string): boolean
    evictEntry(entry: MempoolEntry): void
  }
}
declare module 'bcoin/lib/mining/miner' {
  import type { Block } from 'bcoin/lib/blockchain/chain'
  import type { Address } from 'bcoin/lib/primitives/address'
  export default class Miner {
    constructor(options: object)
    open(): Promise<void>
    close(): Promise<void>
    mineBlock(tip: object, address: Address): Promise<Block>
  }
}
