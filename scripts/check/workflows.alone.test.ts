import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formFaults, githubFaults, workflowFaults } from './workflows.ts'

const workflow = `name: one
on: [push]
jobs:
  one:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - run: echo ok
`

describe('githubFaults', () => {
  test('default: the repository has none', async () => {
    expect(await githubFaults(join(import.meta.dirname, '../..'))).toEqual([])
  })
})

describe('workflowFaults', () => {
  test('default', async () => {
    expect(await workflowFaults('a.yml', workflow)).toEqual([])
  })

  test('behavior: what the language of workflows does not have', async () => {
    const wrong = workflow.replace('echo ok', `echo \${{ github.no_such_thing }}`)
    expect(await workflowFaults('a.yml', wrong)).toEqual([
      expect.stringMatching(/^a\.yml:8:\d+ .*no_such_thing/),
    ])
    expect(await workflowFaults('a.yml', workflow.replace('runs-on', 'runs-at'))).not.toEqual([])
  })

  test('behavior: an action by its tag', async () => {
    const tagged = workflow.replace(/@[0-9a-f]{40}/, '@v4')
    expect(await workflowFaults('a.yml', tagged)).toEqual([
      'a.yml: - uses: actions/checkout@ … must name a commit',
    ])
  })
})

describe('formFaults', () => {
  const form = `name: A fault
description: One
body:
  - type: markdown
    attributes:
      value: Nobody of this project will ever ask for your seed phrase.
  - type: input
    id: what
    attributes:
      label: What?
`

  test('default', () => {
    expect(formFaults('a.yml', form)).toEqual([])
  })

  test('behavior: without a warning, a label, or with a field that there is not', () => {
    expect(formFaults('a.yml', form.replace('seed phrase', 'name'))).toHaveLength(1)
    expect(formFaults('a.yml', form.replace('label', 'title'))).toHaveLength(1)
    expect(formFaults('a.yml', form.replace('type: input', 'type: text'))).toHaveLength(1)
    expect(formFaults('a.yml', 'name: One')).toHaveLength(3)
  })
})
