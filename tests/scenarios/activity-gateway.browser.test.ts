import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, devnetTokens, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-activity-'))
const held: { theatre?: Theatre; devnet?: EvmDevnet; gateway?: RunningGateway } = {}
beforeAll(async () => {
  ;[held.theatre, held.devnet] = await Promise.all([raise(), startEvmDevnet()])
  const config = {
    chains: [{ ...devnetChain(held.devnet.url), index: {} }],
    tokens: devnetTokens,
    projects: [{ id: 'demo' }],
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  held.gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
})
afterAll(async () => {
  await held.theatre?.stop()
  await held.gateway?.stop()
  await held.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('activity from the index', () => {
  test('behavior: what was sent is there after a reload, when the page itself knows nothing of it any more', async () => {
    const { theatre, devnet, gateway } = held
    if (!theatre || !devnet || !gateway) throw new Error('no theatre')
    const { page, complaints } = await theatre.open({
      chains: [devnetChain(devnet.url)],
      rpcUrl: devnet.url,
      kit: { gateway: { url: gateway.url, project: 'demo' } },
    })
    page.setDefaultTimeout(stepTimeout)
    const dialog = page.getByRole('dialog')
    const openAccount = () =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^Account/ })
        .click()
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.getByRole('button', { name: 'Foxglove' }).first().click()
    await openAccount()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    await dialog.getByRole('textbox', { name: 'Recipient' }).fill('grace.eth')
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    const hash = await page.evaluate(
      () => Object.values(window.stage.kit.getState().transactions)[0]?.hash,
    )
    await expect
      .poll(
        async () => {
          const url = `${gateway.url}/v1/account/${devnetAccount}/history?chainId=eip155:31337&projectId=demo`
          return (await fetch(url, { headers: { origin: theatre.origin } })).text()
        },
        { timeout: 30_000 },
      )
      .toContain(hash?.toLowerCase())
    await page.reload()
    await openAccount()
    await dialog.getByRole('tab', { name: 'Activity' }).click()
    const row = dialog
      .getByRole('list', { name: 'Activity list' })
      .getByRole('button', { name: 'Sent 0.5 ETH to grace.eth' })
    await row.click()
    await dialog.getByRole('heading', { name: 'Transaction', exact: true }).waitFor()
    await expect.poll(() => dialog.getByText(/^0\.0000\d+ ETH/).count()).toBe(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

const devnetAccount = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
