import { describe, expect, test } from 'vitest'
import { account, makeGateway } from '../../../test/make-gateway.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='
async function answerOf(avatar: string | undefined) {
  const { app } = makeGateway({
    identities: { find: async () => ({ name: 'ada.eth', ...(avatar && { avatar }) }) },
  })
  const response = await app.request(`http://us.example/v1/identity/${account}?projectId=shop`)
  return {
    ...((await response.json()) as { avatar: string | null }),
    cache: response.headers.get('cache-control'),
  }
}

describe('GET /v1/identity/{address}', () => {
  test('default: a picture that stands in the answer, or none, is for caches that others share', async () => {
    const cache = expect.stringMatching(/^public, max-age=\d+, s-maxage=\d+$/)
    expect(await answerOf(picture)).toMatchObject({ avatar: picture, cache })
    expect(await answerOf(undefined)).toMatchObject({ avatar: null, cache })
  })

  test('behavior: a proxied picture, named as this caller names us, is for this caller', async () => {
    expect(await answerOf('https://img.example/a.png')).toMatchObject({
      avatar: expect.stringMatching(/^http:\/\/us\.example\/v1\/image\?/),
      cache: expect.stringMatching(/^private, max-age=\d+$/),
    })
  })
})
