// One bundle of everything that a test needs, built once with React 18 and once with 19.
import { createKit, getSignInSession } from '@latchkey/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import * as React from 'react'
import * as Client from 'react-dom/client'
import * as Server from 'react-dom/server'
import * as hooks from '../src/index.ts'
import * as queries from '../src/queries/index.ts'

export {
  Client,
  createKit,
  getSignInSession,
  hooks,
  QueryClient,
  QueryClientProvider,
  queries,
  React,
  Server,
}
