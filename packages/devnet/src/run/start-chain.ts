import { isInstalled } from '../evm/compile.ts'
import type { ChainName } from './read-options.ts'

/** An account with funds on a devnet; its private key is public. */
export interface FundedAccount {
  readonly address: string
  /** Private key in hex, in the form that wallets of the chain import. */
  readonly privateKey: string
}

/** A running chain that the command has started. */
export interface StartedChain {
  readonly name: ChainName
  /** URL of the chain's node. */
  readonly url: string
  /** CAIP-2 id of the chain. */
  readonly chain: string
  readonly accounts: readonly FundedAccount[]
  /** Addresses of the chain's contracts and tokens, by name. */
  readonly contracts: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Optional npm package that a chain needs, and why it is optional. */
const chosenPackages: Readonly<Partial<Record<ChainName, readonly [name: string, why: string]>>> = {
  bitcoin: ['bcoin', 'it runs scripts when it is installed'],
  stacks: ['@stacks/clarinet-sdk', 'its licence is the GPL-3.0'],
}

/** Explains which optional npm package a chain lacks; undefined when the chain can start. */
export function missingPackageOf(name: ChainName): string | undefined {
  const [chosen, why] = chosenPackages[name] ?? []
  if (!chosen || isInstalled(chosen)) return undefined
  return `The ${name} chain needs the package ${chosen}, which is yours to install, because ${why}: npm install --save-dev ${chosen}`
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Starts one chain; the modules of a chain are loaded only when it starts. */
export async function startChain(name: ChainName, port: number): Promise<StartedChain> {
  if (name === 'evm') return startEvm(port)
  if (name === 'solana') return startSolana(port)
  return name === 'bitcoin' ? startBitcoin(port) : startStacks(port)
}

async function startEvm(port: number): Promise<StartedChain> {
  const [{ startEvmDevnet }, { mnemonicToAccount }, { accounts, mnemonic }] = await Promise.all([
    import('../world/start-evm-devnet.ts'),
    import('viem/accounts'),
    import('../evm/accounts.ts'),
  ])
  const devnet = await startEvmDevnet({ port })
  const { url, stop, addresses: contracts } = devnet
  const funded = accounts.map(({ address }, addressIndex) => {
    const { privateKey } = mnemonicToAccount(mnemonic, { addressIndex }).getHdKey()
    return { address, privateKey: `0x${hex(privateKey ?? new Uint8Array())}` }
  })
  return { name: 'evm', url, chain: 'eip155:31337', accounts: funded, contracts, stop }
}

async function startSolana(port: number): Promise<StartedChain> {
  const [{ startSolanaDevnet }, { solanaDevnetChain }] = await Promise.all([
    import('../solana/start-solana-devnet.ts'),
    import('../solana/solana-chain.ts'),
  ])
  const { url, accounts, tokens, stop } = await startSolanaDevnet({ port })
  const funded = accounts.map(({ address, seed }) => ({ address, privateKey: hex(seed) }))
  const contracts = Object.fromEntries(
    tokens.map(({ symbol, id }) => [symbol, id.slice(id.lastIndexOf(':') + 1)]),
  )
  const { id: chain } = solanaDevnetChain(url)
  return { name: 'solana', url, chain, accounts: funded, contracts, stop }
}

async function startBitcoin(port: number): Promise<StartedChain> {
  const [{ bitcoinDevnetChain, startBitcoinDevnet }, { deriveDevnetRoot, deriveKeyAt }] =
    await Promise.all([
      import('../bitcoin/start-bitcoin-devnet.ts'),
      import('../bitcoin/bitcoin-accounts.ts'),
    ])
  const { url, accounts, stop } = await startBitcoinDevnet({ port })
  const root = deriveDevnetRoot()
  const funded = accounts.map(({ payment: address }, i) => ({
    address,
    privateKey: hex(deriveKeyAt(root, `m/84'/1'/0'/0/${i}`).secret),
  }))
  const { id: chain } = bitcoinDevnetChain(url)
  return { name: 'bitcoin', url, chain, accounts: funded, contracts: {}, stop }
}

async function startStacks(port: number): Promise<StartedChain> {
  const { startStacksDevnet } = await import('../stacks/start-stacks-devnet.ts')
  const { stacksDevnetCollection, stacksDevnetTokens } = await import('../stacks/stacks-chain.ts')
  const { url, chain, accounts, stop } = await startStacksDevnet({ port })
  const contractOf = (id: string): string => id.slice(id.lastIndexOf(':') + 1)
  const [token] = stacksDevnetTokens
  return {
    name: 'stacks',
    url,
    chain: chain.id,
    accounts: accounts.map(({ address, privateKey }) => ({ address, privateKey })),
    contracts: {
      ...(token && { [token.symbol]: contractOf(token.id) }),
      collection: stacksDevnetCollection,
    },
    stop,
  }
}
