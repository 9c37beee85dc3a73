import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'
import { nameBrowser } from './browser-cookie.ts'
import type { Asker, LoginCalls } from './login-calls.ts'
import { loginShapes } from './shapes.ts'

/** A call of the vault after its proof of possession and its body were checked. */
export interface ReadCall<S extends z.ZodType> {
  readonly json: z.output<S>
  readonly asker: Asker
  /** Of the call's `Authorization`; undefined without. */
  session(): Promise<Session | undefined>
}

/** @throws refusals: no proof, one of another body, a body that is not of the shape */
export type CallReader = <S extends z.ZodType>(context: Context, shape: S) => Promise<ReadCall<S>>

export interface LoginsAppOptions {
  readonly calls: LoginCalls
  readonly read: CallReader
  /** Takes one of the caller's sign-ins: seconds to wait, 0 when it may begin. */
  readonly take: (caller: string) => Promise<number>
}

/** Sign-ins by window, under `/api`. */
export function loginsApp({ calls, read, take }: LoginsAppOptions): Hono {
  const app = new Hono()
  app.post('/api/logins', async (context) => {
    const { json, asker, session } = await read(context, loginShapes.register)
    const retryAfter = await take(asker.caller)
    if (retryAfter > 0) throw refuseVault('rate-limited', { retryAfter })
    return context.json(await calls.register(json, asker, json.isAddition ? await session() : undefined))
  })
  app.post('/api/logins/wait', async (context) => {
    const { json, asker, session } = await read(context, loginShapes.wait)
    return context.json(await calls.wait(json, asker, await session(), context.req.raw.signal))
  })
  app.post('/api/logins/look', async (context) => {
    const { json } = await read(context, loginShapes.look)
    return context.json(await calls.look(json))
  })
  app.post('/api/logins/proceed', async (context) => {
    const { json } = await read(context, loginShapes.proceed)
    await calls.proceed(json, nameBrowser(context))
    return context.json({})
  })
  app.post('/api/logins/beat', async (context) => {
    const { json } = await read(context, loginShapes.beat)
    await calls.beat(json)
    return context.json({})
  })
  app.post('/api/identities/remove', async (context) => {
    const { json, session } = await read(context, loginShapes.remove)
    const signedIn = await session()
    if (!signedIn) throw refuseVault('proof-needed')
    await calls.remove(json, signedIn)
    return context.json({})
  })
  return app
}
