import { addresses, type EvmDevnet, mnemonic, receiptOf, startEvmDevnet } from '@latchkey/devnet'
import { type Bundler, type Sponsor, startBundler, startSponsor } from '@latchkey/devnet/bundler'
import { concat, createPublicClient, createWalletClient, custom, defineChain, http } from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  toSoladySmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MadeVault, makeVault, vaultOrigin } from '../test/make-vault.ts'

const id = 'eip155:31337'
const made = {} as { devnet: EvmDevnet; bundler: Bundler; sponsor: Sponsor; vault: MadeVault }

beforeAll(async () => {
  const devnet = await startEvmDevnet()
  made.devnet = devnet
  made.bundler = await startBundler({ chain: devnet.url })
  made.sponsor = await startSponsor({ chain: devnet.url })
  const { smartAccountFactory: factory, smartAccount: implementation } = addresses
  const services = { bundler: made.bundler.url, sponsor: made.sponsor.url }
  made.vault = await makeVault({ smart: { [id]: { factory, implementation, ...services } } })
})
afterAll(async () => {
  await made.vault?.close()
  await made.sponsor?.stop()
  await made.bundler?.stop()
  await made.devnet?.stop()
})

/** As the vault's frame asks: through its own origin. */
function through(path: string) {
  const headers = {
    'content-type': 'application/json',
    host: new URL(vaultOrigin).host,
    origin: vaultOrigin,
  }
  const request = async (asked: { method: string; params?: unknown }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...asked })
    const url = `${vaultOrigin}/${path}/shop?chainId=${id}`
    const answer = await made.vault.app.request(url, { method: 'POST', headers, body })
    const said = (await answer.json()) as {
      result?: unknown
      error?: { code: number; message: string }
    }
    if (said.error) throw Object.assign(new Error(said.error.message), said.error)
    return said.result
  }
  return custom({ request }, { retryCount: 0 })
}

async function visitor() {
  const owner = privateKeyToAccount(generatePrivateKey())
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({
    id: 31_337,
    name: 'devnet',
    nativeCurrency,
    rpcUrls: { default: { http: [made.devnet.url] } },
  })
  const client = createPublicClient({ chain, transport: http(), pollingInterval: 20 })
  const salt = concat([owner.address, '0x000000000000000000000000'])
  const account = await toSoladySmartAccount({
    client,
    owner,
    factoryAddress: addresses.smartAccountFactory,
    salt,
  })
  const common = { account, client, transport: through('bundler'), pollingInterval: 20 }
  const paymaster = createPaymasterClient({ transport: through('sponsor') })
  return {
    account,
    bundler: createBundlerClient(common),
    sponsored: createBundlerClient({ ...common, paymaster }),
  }
}

async function fund(to: `0x${string}`): Promise<void> {
  const wallet = createWalletClient({
    account: mnemonicToAccount(mnemonic),
    transport: http(made.devnet.url),
  })
  await receiptOf(
    made.devnet.url,
    await wallet.sendTransaction({ chain: null, to, value: 10n ** 18n }),
  )
}

const to = '0x00000000000000000000000000000000000000e5'

describe("a bundler and a sponsor behind the vault's origin", () => {
  test('behavior: an account of viem is made, pays for itself, and is found by its receipt', async () => {
    const { account, bundler } = await visitor()
    expect(await bundler.getSupportedEntryPoints()).toEqual([addresses.entryPoint])
    await expect(bundler.sendUserOperation({ calls: [{ to, value: 0n }] })).rejects.toThrow(/AA21/)
    await fund(account.address)
    const hash = await bundler.sendUserOperation({ calls: [{ to, value: 3n }] })
    expect(await bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true })
    expect((await bundler.getUserOperation({ hash })).userOperation.sender.toLowerCase()).toBe(
      account.address.toLowerCase(),
    )
  })

  test('behavior: the sponsor pays, until it refuses: that is an error in our words', async () => {
    const { account, sponsored } = await visitor()
    const hash = await sponsored.sendUserOperation({ calls: [{ to, value: 0n }] })
    expect(await sponsored.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true })
    made.sponsor.refuse(account.address)
    const refused = sponsored.sendUserOperation({ calls: [{ to, value: 0n }] })
    await expect(refused).rejects.toThrow(/The sponsor refuses this/)
    expect(made.vault.logged.join()).not.toContain(account.address)
  })
})
