import { describe, expect, test } from 'vitest'
import { remoteId } from '../remote/remote-id.ts'
import { DEFAULT_PROVIDERS, WALLET_CONNECT_PROVIDER, walletListings } from './wallet-listings.ts'

describe('walletListings', () => {
  test('default: the four, with where each is to be had', () => {
    const all = walletListings()
    expect(all.map(({ id, keys }) => [id, keys])).toEqual([
      ['leather', ['LeatherProvider']],
      ['xverse', ['XverseProviders.BitcoinProvider']],
      ['AsignaProvider', ['AsignaProvider']],
      ['FordefiProviders.UtxoProvider', ['FordefiProviders.UtxoProvider']],
    ])
    expect(all[1]).toMatchObject({
      homepage: 'https://xverse.app',
      firefox_store: 'https://www.xverse.app/download',
      app_store: 'https://apps.apple.com/app/xverse-bitcoin-web3-wallet/id1552272513',
    })
    // It is opened, not installed.
    expect(all[2]).toMatchObject({ homepage: 'https://stx.asigna.io/' })
    expect(all[2]).not.toHaveProperty('chrome_store')
  })

  test('parameters: providers, approved', () => {
    const one = {
      id: 'own.wallet',
      name: 'Own',
      icon: 'data:image/png;base64,AA==',
      mozillaAddOnsUrl: 'https://a.example',
      googlePlayStoreUrl: 'https://b.example',
      iOSAppStoreUrl: 'https://c.example',
    }
    const listed = {
      id: 'own.wallet',
      name: 'Own',
      keys: ['own.wallet'],
      image_url: one.icon,
      firefox_store: 'https://a.example',
      play_store: 'https://b.example',
      app_store: 'https://c.example',
    }
    expect(walletListings([one, { id: 'x', name: 'X' }])).toEqual([
      listed,
      { id: 'x', name: 'X', keys: ['x'] },
    ])
    expect(walletListings([one, { id: 'x', name: 'X' }], ['own.wallet'])).toEqual([listed])
    expect(walletListings(undefined, ['LeatherProvider']).map(({ name }) => name)).toEqual([
      'Leather',
    ])
  })
})

describe('DEFAULT_PROVIDERS', () => {
  test('default: what is shown where a page names none, each with a name and a place to get it', () => {
    expect(walletListings(DEFAULT_PROVIDERS)).toEqual(walletListings())
    expect(DEFAULT_PROVIDERS.map(({ id, name }) => [id, name])).toEqual([
      ['LeatherProvider', 'Leather'],
      ['XverseProviders.BitcoinProvider', 'Xverse Wallet'],
      ['AsignaProvider', 'Asigna Multisig'],
      ['FordefiProviders.UtxoProvider', 'Fordefi'],
    ])
    for (const { webUrl } of DEFAULT_PROVIDERS) {
      expect(new URL(String(webUrl)).protocol).toBe('https:')
    }
  })

  test('behavior: a page may leave some out, or add its own to them', () => {
    const own = { id: 'own.wallet', name: 'Own' }
    const [first] = DEFAULT_PROVIDERS
    const chosen = [own, ...(first ? [first] : [])]
    expect(walletListings(chosen).map(({ keys }) => keys)).toEqual([
      ['own.wallet'],
      ['LeatherProvider'],
    ])
  })
})

describe('WALLET_CONNECT_PROVIDER', () => {
  test('default: its id is the one that is kept for a wallet on a phone', () => {
    expect(WALLET_CONNECT_PROVIDER).toMatchObject({ id: remoteId, name: 'WalletConnect' })
    expect(DEFAULT_PROVIDERS.map(({ id }) => id)).not.toContain(WALLET_CONNECT_PROVIDER.id)
  })
})
