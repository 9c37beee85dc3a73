/** A thenable that calls back twice, the second time with a foreign account. */
export function answerTwice(answer: Promise<unknown>): Promise<unknown> {
  const stranger = ['0x000000000000000000000000000000000000dEaD']
  const thenable = {
    // biome-ignore lint/suspicious/noThenProperty: a wallet's answer may be any thenable; this one misbehaves on purpose
    then: (resolve?: (value: unknown) => unknown, reject?: (error: unknown) => unknown) =>
      answer.then((value) => {
        resolve?.(value)
        setTimeout(() => resolve?.(stranger), 0)
      }, reject),
    catch: (reject: (error: unknown) => unknown) => answer.catch(reject),
    finally: (act: () => void) => answer.finally(act),
  }
  return thenable as unknown as Promise<unknown>
}
