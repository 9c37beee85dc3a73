import { Cl, type ClarityValue, cvToHex } from '@stacks/transactions'
import type { AssetMove } from './post-conditions.ts'

/** An action on the chain that can be repeated when the chain is built again. */
export type Step =
  | { readonly kind: 'give'; readonly recipient: string; readonly amount: bigint }
  | {
      readonly kind: 'pay'
      readonly sender: string
      readonly recipient: string
      readonly amount: bigint
    }
  | {
      readonly kind: 'call'
      readonly sender: string
      readonly contract: string
      readonly name: string
      readonly args: readonly ClarityValue[]
    }
  | {
      readonly kind: 'deploy'
      readonly sender: string
      readonly name: string
      readonly code: string
      readonly version: number
    }

export interface StepOutcome {
  readonly isOk: boolean
  /** Encodes a Clarity value in hex with `0x`. */
  readonly result: string
  readonly moves: readonly AssetMove[]
}

/** The functions and tokens in the interface (ABI) of a Clarity contract. */
export interface ContractInterface {
  readonly functions: readonly { readonly name: string; readonly access: string }[]
  readonly fungible_tokens: readonly { readonly name: string }[]
}

/**
 * Clarinet's simulator of the Stacks chain, with undo. The simulator itself cannot undo a step, so
 * it is started again and all earlier steps are repeated.
 */
export interface Simulator {
  runStep(step: Step): StepOutcome
  /** Undoes the last `count` steps. */
  undoSteps(count: number): Promise<void>
  read(sender: string, contract: string, name: string, args: readonly ClarityValue[]): string
  stx(principal: string): bigint
  interfaceOf(contract: string): ContractInterface | undefined
  sourceOf(contract: string): string | undefined
}

const noneHex = cvToHex(Cl.none())

/** Starts the simulator; takes about a second. */
export async function openSimulator(): Promise<Simulator> {
  const { getSDK } = await import('@stacks/clarinet-sdk')
  const sdk = await getSDK()
  const steps: Step[] = []
  const restartSession = async () => {
    await sdk.initEmptySession({
      enabled: false,
      api_url: 'http://127.0.0.1',
      use_mainnet_wasm_clarity: false,
    })
    sdk.setEpoch('3.0')
  }
  const performStep = (step: Step): StepOutcome => {
    if (step.kind === 'give') {
      sdk.mintSTX(step.recipient, step.amount)
      return { isOk: true, result: noneHex, moves: [] }
    }
    if (step.kind === 'pay')
      return outcomeOfRun(() => sdk.transferSTX(step.amount, step.recipient, step.sender))
    if (step.kind === 'call')
      return outcomeOfRun(() =>
        sdk.callPublicFn(step.contract, step.name, [...step.args], step.sender),
      )
    const { name, code, version, sender } = step
    return outcomeOfRun(() =>
      sdk.deployContract(name, code, { clarityVersion: Math.min(version, 3) as 1 | 2 | 3 }, sender),
    )
  }
  await restartSession()
  return {
    runStep(step) {
      steps.push(step)
      return performStep(step)
    },
    async undoSteps(count) {
      steps.splice(steps.length - count, count)
      await restartSession()
      for (const step of steps) {
        performStep(step)
      }
    },
    read: (sender, contract, name, args) =>
      cvToHex(sdk.callReadOnlyFn(contract, name, [...args], sender).result),
    stx: (principal) => sdk.getAssetsMap().get('STX')?.get(principal) ?? 0n,
    interfaceOf: (contract) => sdk.getContractsInterfaces().get(contract),
    sourceOf: (contract) => sdk.getContractSource(contract),
  }
}

interface StepRun {
  readonly result: ClarityValue
  readonly events: readonly {
    readonly event: string
    readonly data: Readonly<Record<string, unknown>>
  }[]
}

/**
 * When the simulator throws, the transaction has failed; nodes report the result `(err none)` for
 * it.
 */
function outcomeOfRun(runStep: () => StepRun): StepOutcome {
  try {
    const { result, events } = runStep()
    return {
      isOk: result.type !== 'err',
      result: cvToHex(result),
      moves: events.flatMap(movesOfEvent),
    }
  } catch {
    return { isOk: false, result: cvToHex(Cl.error(Cl.none())), moves: [] }
  }
}

function movesOfEvent({ event, data }: StepRun['events'][number]): readonly AssetMove[] {
  const [, kind, verb] = /^(stx|ft|nft)_(transfer|mint|burn)_event$/.exec(event) ?? []
  if (!kind || !verb) return []
  const textField = (key: string) =>
    typeof data[key] === 'string' ? (data[key] as string) : undefined
  const [sender, recipient] = [textField('sender'), textField('recipient')]
  return [
    {
      kind: kind as AssetMove['kind'],
      asset: textField('asset_identifier') ?? 'STX',
      amount: BigInt(textField('amount') ?? 1),
      ...(kind === 'nft' && { value: textField('raw_value') ?? '' }),
      ...(sender && verb !== 'mint' && { sender }),
      ...(recipient && verb !== 'burn' && { recipient }),
    },
  ]
}
