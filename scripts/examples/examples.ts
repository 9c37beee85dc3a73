import type { Page } from 'playwright-core'
import { connectWallet } from './connect-wallet.ts'
import {
  callByWagmi,
  connectAndSign,
  connectBitcoin,
  connectOnServer,
  connectSignAndSend,
  connectSolana,
} from './visits.ts'

/** One folder of `examples`, as a stranger would copy, install, build and open it. */
export interface Example {
  /** Its folder below `examples`. */
  readonly name: string
  /** The folder, where the name is no folder. */
  readonly folder?: string
  /** Folder of another example: its `src`, rewritten by the codemod, takes the place of this one's. */
  readonly rewrittenFrom?: string
  /** Arguments of npm that build it; default `run build`. */
  readonly build?: readonly string[]
  /** Folder of the built site, or arguments of npm that start its server; it gets `PORT`. */
  readonly serve: { readonly folder: string } | { readonly command: readonly string[] }
  readonly env?: Readonly<Record<string, string>>
  /** Script that stands a wallet in the page; default that of `buildPageWallets`. */
  readonly wallet?: string
  /**
   * Hosts that the page may ask beside its own; each answers with nothing, and asking another is a
   * fault. With `any` the page is not ours: what it asks and what it complains of is no fault. When
   * absent, requests go where they are sent.
   */
  readonly otherHosts?: 'any' | readonly string[]
  /** What a visitor with a wallet does; throws when it cannot be done. */
  readonly visit: (page: Page) => Promise<void>
}

/** Every example that `npm run examples` builds and clicks without being told which. */
export const examples: readonly Example[] = [
  { name: 'vite-react', serve: { folder: 'dist' }, visit: connectSignAndSend },
  {
    name: 'next-app-router',
    serve: { command: ['run', 'start'] },
    env: { NEXT_TELEMETRY_DISABLED: '1' },
    visit: (page) => connectOnServer(page, ['/', '/edge']),
  },
  {
    name: 'react-router-7',
    serve: { command: ['run', 'start'] },
    visit: (page) => connectOnServer(page),
  },
  { name: 'wagmi-rainbowkit', serve: { folder: 'dist' }, visit: callByWagmi },
  { name: 'viem', serve: { folder: 'dist' }, visit: connectAndSign },
  { name: 'ethers', serve: { folder: 'dist' }, visit: connectAndSign },
  { name: 'solana-kit', serve: { folder: 'dist' }, visit: connectSolana },
  { name: 'bitcoin-stacks', serve: { folder: 'dist' }, visit: connectBitcoin },
  { name: 'plain-html', serve: { folder: 'site' }, visit: connectWallet },
  {
    name: 'vue-nuxt',
    serve: { folder: '.output/public' },
    env: { NUXT_TELEMETRY_DISABLED: '1' },
    visit: connectWallet,
  },
  { name: 'sveltekit', serve: { folder: 'build' }, visit: connectWallet },
]

/**
 * The examples with these names, or in folders with these names; all of them without any.
 * @throws when there is none with a name
 */
export function chooseExamples<T extends Pick<Example, 'name'>>(
  all: readonly T[],
  names: readonly string[],
): readonly T[] {
  const isMeant = (example: T, name: string): boolean =>
    example.name === name || example.name.startsWith(`${name}/`)
  const unknown = names.filter((name) => !all.some((one) => isMeant(one, name)))
  if (unknown.length > 0)
    throw new Error(
      `no example is called ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`,
    )
  return names.length === 0 ? all : all.filter((one) => names.some((name) => isMeant(one, name)))
}
