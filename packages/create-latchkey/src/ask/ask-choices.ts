import type { Readable, Writable } from 'node:stream'
import { confirm, isCancel, multiselect, select, text } from '@clack/prompts'
import { defaultChains, findChain, offeredChains } from '../chains.ts'
import { templateNames } from '../choices.ts'
import { frameworks } from '../frameworks.ts'
import { describeNameFault } from '../target/app-name.ts'
import { requireTargetFolder } from '../target/target-folder.ts'
import { type Decision, decideChoices, suggestNameFor } from './decide-choices.ts'
import type { Flags } from './read-flags.ts'

/** Thrown when the user cancels a question. */
export class Cancelled extends Error {}

/** Where questions are written, and answers are read. */
export interface Streams {
  readonly input: Readable
  readonly output: Writable
}

/**
 * Asks the user for the choices that the command-line arguments do not contain.
 * @param current - absolute path of the current folder
 * @throws `Cancelled` when somebody presses Ctrl-C
 */
export async function askChoices(
  flags: Flags,
  current: string,
  { input, output }: Streams,
): Promise<Decision> {
  const defaults = decideChoices(flags, current)
  const folder =
    flags.folder ??
    (await answerOf(
      text({
        input,
        output,
        message: 'In which folder?',
        placeholder: defaults.folder,
        defaultValue: defaults.folder,
        validate: (value) => describeFolderFault(current, value || defaults.folder),
      }),
    ))
  const suggested = suggestNameFor(folder, current)
  const name =
    flags.name ??
    (await answerOf(
      text({
        input,
        output,
        message: 'What is the app called?',
        placeholder: suggested,
        defaultValue: suggested,
        validate: (value) => describeNameFault(value || suggested),
      }),
    ))
  const template =
    flags.template ??
    (await answerOf(
      select({
        input,
        output,
        message: 'With which framework?',
        options: templateNames.map((value) => ({ value, label: frameworks[value].label })),
      }),
    ))
  const chains =
    flags.chains ??
    (await answerOf(
      multiselect({
        input,
        output,
        message: 'For which networks?',
        options: offeredChains.map((value) => ({ value, label: findChain(value).name })),
        initialValues: [...defaultChains],
        required: true,
      }),
    ))
  const hasGateway =
    flags.hasGateway ??
    (await answerOf(
      confirm({
        input,
        output,
        message: 'With a gateway of your own (Docker Compose), for balances, history and prices?',
        initialValue: false,
      }),
    ))
  return { folder, name, template, chains, hasGateway }
}

async function answerOf<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await question
  if (isCancel(answer)) throw new Cancelled()
  return answer as Exclude<T, symbol>
}

function describeFolderFault(current: string, folder: string): string | undefined {
  try {
    requireTargetFolder(current, folder)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
