import { getContractAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { smartAddress, smartSalt } from './smart-address.ts'

const devnet = {
  factory: '0x611660C950217CF604FfD7B9d5E8460A7cA95C1F',
  implementation: '0x2341f45d7b4d6d266E86C3baa0F3E2c91ca10f50',
}

describe('smartAddress', () => {
  // Of the devnet's factory itself, by its `getAddress`.
  test.each([
    ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x705731698bfdF10AFB5d12F543F90F10CB35E3d4'],
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3859caE9c3bF8765E4c9209278ab9872B6742a7f'],
    ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0xd37c0532E8e721D22bfE77FaA010ADde45c3777C'],
  ])('default: the account of %s', (owner, account) => {
    expect(smartAddress(devnet, owner)).toBe(account)
  })

  test('behavior: as another library computes CREATE2 for any key, factory and implementation', () => {
    for (let i = 0; i < 20; i += 1) {
      const [owner, factory, implementation] = [0, 0, 0].map(() =>
        privateKeyToAddress(generatePrivateKey()),
      ) as [Hex, Hex, Hex]
      const bytecode: Hex = `0x603d3d8160223d3973${implementation.slice(2).toLowerCase()}60095155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3`
      const salt = smartSalt(owner) as Hex
      expect(salt).toHaveLength(66)
      expect(smartAddress({ factory, implementation }, owner)).toBe(
        getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode }),
      )
    }
  })
})
