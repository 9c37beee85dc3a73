import { describe, expect, it } from 'vitest'
import { searchWallets, wallets } from './wallets.ts'

const ids = (query: string) => searchWallets(query).map((wallet) => wallet.id)

describe('wallets', () => {
  it('default: best known first, none twice', () => {
    const list = wallets()
    expect(list[0]?.id).toBe('metamask')
    expect(list.map((wallet) => wallet.order)).toEqual([...list.keys()].map((at) => at + 1))
    expect(new Set(list.map((wallet) => wallet.id)).size).toBe(list.length)
  })

  it('behavior: each can be drawn and each has at least one family', () => {
    for (const wallet of wallets()) {
      expect(wallet.image_url ?? wallet.color, wallet.id).toBeTruthy()
      expect(wallet.chains?.length, wallet.id).toBeGreaterThan(0)
    }
  })
})

describe('searchWallets', () => {
  it('default', () => {
    expect(ids('rainbow')).toEqual(['rainbow'])
  })

  it.each([
    ['Argent', 'ready'],
    ['BitKeep', 'bitget'],
    ['XDEFI', 'ctrl'],
    ['Tally Ho', 'taho'],
    ['Gnosis Safe', 'safe'],
  ])('parameters: former name %s', (query, id) => {
    expect(ids(query)[0]).toBe(id)
  })

  it.each(['io.rabby', 'IO.RABBY', '  rabby  ', 'Rábby', 'ráb'])(
    'parameters: %j finds Rabby',
    (query) => {
      expect(ids(query)).toContain('rabby')
    },
  )

  it('behavior: a WBIP path finds its wallet', () => {
    expect(ids('LeatherProvider')).toEqual(['leather'])
  })

  it('behavior: names that begin with the text come first, then by rank', () => {
    expect(ids('co')).toEqual(['coinbase', 'coin98', 'core', 'crypto-com'])
  })

  it('behavior: a part of an rdns finds nothing, since half of them begin alike', () => {
    expect(ids('com.')).toEqual([])
  })

  it('behavior: nothing but space finds all; nonsense finds none', () => {
    expect(searchWallets(' \t')).toHaveLength(wallets().length)
    expect(searchWallets('no such wallet anywhere')).toEqual([])
  })

  it('behavior: pattern characters are plain text', () => {
    expect(searchWallets('.*')).toEqual([])
    expect(searchWallets('(')).toEqual([])
  })
})
