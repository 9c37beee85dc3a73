import { parseArgs } from 'node:util'
import { LatchkeyError } from '@latchkey/protocol'
import { requireChains } from '../chains.ts'
import { type TemplateName, templateNames } from '../choices.ts'
import { requireAppName } from '../target/app-name.ts'

/** Choices from the command-line arguments. An undefined one is asked for, or gets its default. */
export interface Flags {
  readonly folder?: string | undefined
  readonly name?: string | undefined
  readonly template?: TemplateName | undefined
  readonly chains?: readonly string[] | undefined
  readonly hasGateway?: boolean | undefined
  /** Whether to use defaults instead of asking questions (`--yes`). */
  readonly isYes: boolean
  readonly command: 'create' | 'help' | 'version'
}

/**
 * Reads the command-line arguments.
 * @throws `config-invalid` when one is unknown, or its value cannot be
 */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals } = parseKnown(args)
  if (positionals.length > 1)
    throw new LatchkeyError('config-invalid', {
      reason: `${positionals.length} folders are named`,
      fix: 'name one',
    })
  const { name, template, chains, gateway, yes = false, help, version } = values
  const folder = positionals[0]
  return {
    folder,
    name: name === undefined ? undefined : requireAppName(name),
    template: template === undefined ? undefined : requireTemplate(template),
    chains: chains === undefined ? undefined : requireChains(splitList(chains)),
    hasGateway: gateway,
    isYes: yes,
    command: (help && 'help') || (version && 'version') || 'create',
  }
}

function parseKnown(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        name: { type: 'string' },
        template: { type: 'string', short: 't' },
        chains: { type: 'string' },
        gateway: { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
  } catch (cause) {
    throw new LatchkeyError('config-invalid', {
      reason: cause instanceof Error ? cause.message : 'the arguments cannot be read',
      fix: 'see create-latchkey --help',
      cause,
    })
  }
}

function requireTemplate(name: string): TemplateName {
  const found = templateNames.find((one) => one === name)
  if (found) return found
  throw new LatchkeyError('config-invalid', {
    reason: `no template is called ${JSON.stringify(name.slice(0, 64))}`,
    fix: `choose among ${templateNames.join(', ')}`,
  })
}

function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}
