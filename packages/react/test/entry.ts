// One bundle of everything a test needs, made once against React 18 and once against 19.
import { createKit } from '@latchkey/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import * as React from 'react'
import * as Client from 'react-dom/client'
import * as Server from 'react-dom/server'
import * as hooks from '../src/index.ts'
import * as queries from '../src/queries/index.ts'

export { Client, createKit, hooks, QueryClient, QueryClientProvider, queries, React, Server }
