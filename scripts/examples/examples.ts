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
  /** Arguments of npm that build it; default `run build`. */
  readonly build?: readonly string[]
  /** Folder of the built site, or arguments of npm that start its server; it gets `PORT`. */
  readonly serve: { readonly folder: string } | { readonly command: readonly string[] }
  readonly env?: Readonly<Record<string, string>>
  /** What a visitor with a wallet does; throws when it cannot be done. */
  readonly visit: (page: Page) => Promise<void>
}

/** Every example that `npm run examples` builds and clicks. */
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
 * The examples with these names; all of them without any.
 * @throws when there is none with a name
 */
export function chooseExamples<T extends Pick<Example, 'name'>>(
  all: readonly T[],
  names: readonly string[],
): readonly T[] {
  const unknown = names.filter((name) => !all.some((one) => one.name === name))
  if (unknown.length > 0)
    throw new Error(
      `no example is called ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`,
    )
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
}
