import { describe, expect, test } from 'vitest'
import { openPeople, subjectOf } from './people.ts'

describe('openPeople', () => {
  test('default: one name is one person, with what they said last', () => {
    const people = openPeople('google')
    const first = people.registerPerson(
      new URLSearchParams({ account: ' ada ', email: 'a@x.example' }),
    )
    const other = people.registerPerson(new URLSearchParams({ account: 'grace' }))
    const again = people.registerPerson(
      new URLSearchParams({ account: 'ada', email: 'b@x.example', unverified: 'on' }),
    )
    expect(again?.sub).toBe(first?.sub)
    expect(other).toMatchObject({ email: undefined, isVerified: true })
    expect(people.find(first?.sub ?? '')).toEqual(again)
    expect(again).toMatchObject({ account: 'ada', email: 'b@x.example', isVerified: false })
    expect(people.find(other?.sub ?? '')).toEqual(other)
    expect(people.registerPerson(new URLSearchParams({ account: ' ' }))).toBeUndefined()
  })
})

describe('subOf', () => {
  test('default: in the shape of each provider', () => {
    expect(subjectOf('google', 'ada')).toMatch(/^\d{21}$/)
    expect(subjectOf('x', 'ada')).toMatch(/^\d{19}$/)
    expect(subjectOf('discord', 'ada')).toMatch(/^\d{18}$/)
    expect(subjectOf('facebook', 'ada')).toMatch(/^\d{17}$/)
    expect(subjectOf('github', 'ada')).toMatch(/^\d{8}$/)
    expect(subjectOf('apple', 'ada')).toMatch(/^\d{6}\.[0-9a-f]{32}\.\d{4}$/)
    expect(subjectOf('google', 'ada')).not.toBe(subjectOf('google', 'grace'))
  })
})
