import { readFileSync } from 'node:fs'
import { errorCodes } from '@latchkey/protocol/errors'
import { describe, expect, it } from 'vitest'
import { errorsDoc } from './errors-doc.ts'

describe('errorsDoc', () => {
  it('default: the page in the repository is what the table makes', () => {
    expect(readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8')).toBe(errorsDoc())
  })

  it('behavior: one section a code, so that the link of each error leads somewhere', () => {
    expect([...errorsDoc().matchAll(/^## (.+)$/gm)].map(([, code]) => code)).toEqual(errorCodes)
  })
})
