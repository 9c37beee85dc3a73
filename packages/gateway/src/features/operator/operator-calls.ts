import { z } from 'zod'
import { settingShape } from './database-settings.ts'
import { newProjectShape, projectShape } from './edit-projects.ts'
import { forgetShape } from './forget-emails.ts'
import { keyShape } from './keys.ts'
import {
  auditAnswer,
  emailsAnswer,
  keyAnswer,
  keyMadeAnswer,
  overviewAnswer,
  overviewRange,
  projectAnswer,
  requestsAnswer,
  sessionAnswer,
  settingAnswer,
} from './operator-answers.ts'
import type { OperatorCall } from './operator-call.ts'
import { orderCalls } from './orders/order-calls.ts'
import { auditQuery } from './read-audit.ts'
import { emailsQuery } from './read-emails.ts'

const readDefaults = { method: 'get', status: 200, isWriting: false, refusals: [] } as const
const writeDefaults = { isWriting: true, refusals: [] } as const

/** Every call of the operator API; a test compares the list with the served routes. */
export const operatorCalls: readonly OperatorCall[] = [
  ...orderCalls,
  { ...readDefaults, path: '/v1/session', summary: 'Whose token this is', answer: sessionAnswer },
  {
    ...readDefaults,
    path: '/v1/openapi.json',
    summary: 'This document',
    answer: z.looseObject({ openapi: z.string() }),
  },
  {
    ...readDefaults,
    path: '/v1/projects',
    summary: 'Every project',
    answer: z.strictObject({ projects: z.array(projectAnswer) }),
  },
  {
    ...writeDefaults,
    method: 'post',
    path: '/v1/projects',
    summary: 'Make a project',
    status: 201,
    body: newProjectShape,
    answer: projectAnswer,
    refusals: [409],
  },
  {
    ...writeDefaults,
    method: 'put',
    path: '/v1/projects/:id',
    summary: 'Replace what a project allows',
    status: 200,
    body: projectShape,
    answer: projectAnswer,
    refusals: [404],
  },
  {
    ...writeDefaults,
    method: 'delete',
    path: '/v1/projects/:id',
    status: 204,
    refusals: [404],
    summary: 'Delete a project with its events and counts',
  },
  {
    ...readDefaults,
    path: '/v1/projects/:id/overview',
    summary: 'What the dashboard draws',
    answer: overviewAnswer,
    query: z.object({ range: overviewRange.optional() }),
    refusals: [400, 404],
  },
  {
    ...readDefaults,
    path: '/v1/projects/:id/tail',
    type: 'text/event-stream',
    refusals: [404],
    summary: 'Events as they come, of the replica that is asked: `event`, `dropped`',
  },
  {
    ...readDefaults,
    path: '/v1/projects/:id/emails',
    summary: 'Addresses that visitors gave, the newest first',
    query: emailsQuery,
    answer: emailsAnswer,
    isWriting: true,
    refusals: [400, 404],
  },
  {
    ...readDefaults,
    path: '/v1/projects/:id/emails.csv',
    type: 'text/csv',
    isWriting: true,
    refusals: [404],
    summary: 'All of them as CSV',
  },
  {
    ...writeDefaults,
    method: 'post',
    path: '/v1/projects/:id/emails/forget',
    status: 204,
    summary: 'Delete what a visitor gave: of one account, or one address everywhere in the project',
    body: forgetShape,
    refusals: [404],
  },
  {
    ...readDefaults,
    path: '/v1/settings',
    summary: 'What is set; secrets are never told',
    answer: z.strictObject({ settings: z.array(settingAnswer) }),
  },
  {
    ...writeDefaults,
    method: 'put',
    path: '/v1/settings/:path',
    summary: 'Set a value',
    status: 204,
    body: settingShape,
    refusals: [404],
  },
  {
    ...writeDefaults,
    method: 'delete',
    path: '/v1/settings/:path',
    summary: 'Back to the file',
    status: 204,
    refusals: [404],
  },
  {
    ...readDefaults,
    path: '/v1/vault/audit',
    summary: 'What was done with embedded wallets, the newest first',
    query: auditQuery,
    answer: auditAnswer,
    isWriting: true,
    refusals: [400],
  },
  {
    ...readDefaults,
    path: '/v1/vault/recoveries',
    summary: 'Devices that ask you to open a wallet',
    isWriting: true,
    answer: requestsAnswer,
  },
  {
    ...writeDefaults,
    method: 'post',
    path: '/v1/vault/recoveries/:number/confirm',
    status: 204,
    refusals: [404],
    summary: 'You are sure that whoever told you this number owns the account',
  },
  {
    ...writeDefaults,
    method: 'delete',
    path: '/v1/vault/recoveries/:number',
    status: 204,
    refusals: [404],
    summary: 'Refuse it: the device may ask anew',
  },
  {
    ...writeDefaults,
    method: 'post',
    path: '/v1/vault/accounts/:id/unfreeze',
    status: 204,
    refusals: [404],
    summary: 'End the freeze of an account whose owner has no device that holds the wallet',
  },
  {
    ...readDefaults,
    path: '/v1/keys',
    summary: 'Every key, without its token',
    isWriting: true,
    answer: z.strictObject({ keys: z.array(keyAnswer) }),
  },
  {
    ...writeDefaults,
    method: 'post',
    path: '/v1/keys',
    summary: 'Make a key; its token is told once',
    status: 201,
    body: keyShape,
    answer: keyMadeAnswer,
  },
  {
    ...writeDefaults,
    method: 'delete',
    path: '/v1/keys/:id',
    summary: 'Revoke a key',
    status: 204,
    refusals: [404],
  },
]
