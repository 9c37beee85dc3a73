import { describe, expect, test } from 'vitest'
import { completeEvm } from './complete-evm.ts'

const chain = 'eip155:31337'
const [address, to] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]

function make(gas = '0x5208') {
  const asked: string[] = []
  const answers: Readonly<Record<string, unknown>> = {
    eth_estimateGas: gas,
    eth_getTransactionCount: '0x5',
    eth_maxPriorityFeePerGas: '0x1',
    eth_getBlockByNumber: { baseFeePerGas: '0xa' },
  }
  const complete = async (fields: object) => {
    const node = async (_: string, method: string) => {
      asked.push(method)
      return answers[method]
    }
    const [tx] = await completeEvm([{ from: address, to, ...fields }], { chain, address, node })
    return tx
  }
  return { asked, complete }
}

describe('completeEvm', () => {
  test('default: what the page left open is filled', async () => {
    expect(await make().complete({ value: '0x64' })).toEqual({
      from: address,
      to,
      value: '0x64',
      nonce: '0x5',
      gas: '0x5208',
      chainId: '0x7a69',
      maxFeePerGas: '0x15',
      maxPriorityFeePerGas: '0x1',
    })
  })

  test('behavior: gas has a fifth on top where code runs', async () => {
    expect((await make('0x186a0').complete({ data: '0x12345678' })).gas).toBe('0x1d4c0')
  })

  test('behavior: what the page says stands, and is not asked', async () => {
    const { asked, complete } = make()
    const given = { nonce: '0x9', gas: '0x186a0', gasPrice: '0x7', data: '0x00' }
    expect(await complete(given)).toEqual({
      ...given,
      from: address,
      to,
      value: '0x0',
      chainId: '0x7a69',
    })
    expect(asked).toEqual([])
  })

  test.each([
    ['another sender', { from: to }],
    ['a field nobody shows', { accessList: [] }],
    ['two different inputs', { data: '0x01', input: '0x02' }],
    ['an amount that is no quantity', { value: '100' }],
    ['a tip above the whole', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
  ])('error: %s is refused', async (_, fields) => {
    await expect(make().complete(fields)).rejects.toMatchObject({ code: 'rpc-invalid-params' })
  })

  test('error: a node that answers no amount of gas', async () => {
    await expect(make('many').complete({})).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
  })
})
