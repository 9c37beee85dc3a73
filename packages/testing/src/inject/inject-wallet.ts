import type {
  InjectBitcoinOptions,
  InjectEvmOptions,
  InjectedBitcoinWallet,
  InjectedEvmWallet,
  InjectedSolanaWallet,
  InjectedStacksWallet,
  InjectionTarget,
  InjectSolanaOptions,
  InjectStacksOptions,
} from './contract.ts'
import { injectBitcoin, injectEvm, injectSolana, injectStacks } from './families.ts'

/**
 * Injects a wallet into a page, or into every page of a browser context, before the page's scripts
 * run, and returns its controls. Keys, permission and requests stay in the test process, so they
 * survive reloads, and the page's security policy and network do not affect them. Call it before
 * `page.goto`; each call injects one more wallet.
 * @param target page or context of `playwright`, `playwright-core` or `@playwright/test`
 * @example
 * ```ts
 * import { chromium } from 'playwright-core'
 *
 * const browser = await chromium.launch()
 * const page = await browser.newPage()
 * const wallet = await injectWallet(page, { rpcUrl: 'http://127.0.0.1:8545' })
 * await page.goto('http://localhost:5173')
 * wallet.rejectNext('personal_sign')
 * ```
 */
export function injectWallet(
  target: InjectionTarget,
  options?: InjectEvmOptions,
): Promise<InjectedEvmWallet>
export function injectWallet(
  target: InjectionTarget,
  options: InjectSolanaOptions,
): Promise<InjectedSolanaWallet>
export function injectWallet(
  target: InjectionTarget,
  options: InjectBitcoinOptions,
): Promise<InjectedBitcoinWallet>
export function injectWallet(
  target: InjectionTarget,
  options: InjectStacksOptions,
): Promise<InjectedStacksWallet>
export function injectWallet(
  target: InjectionTarget,
  options: InjectEvmOptions | InjectSolanaOptions | InjectBitcoinOptions | InjectStacksOptions = {},
): Promise<
  InjectedEvmWallet | InjectedSolanaWallet | InjectedBitcoinWallet | InjectedStacksWallet
> {
  if (options.family === 'solana') return injectSolana(target, options)
  if (options.family === 'bitcoin') return injectBitcoin(target, options)
  if (options.family === 'stacks') return injectStacks(target, options)
  return injectEvm(target, options)
}
