const outcomes = ['sent', 'failed', 'lost', 'refused'] as const

/** Counters of the mails of one queue, since the process started. */
export interface MailFigures {
  /**
   * Counts a result: `failed` is one try, `lost` a mail that was given up, `refused` a code that
   * was not accepted.
   */
  count(outcome: (typeof outcomes)[number]): void
  render(waiting: number): string
}

export function mailFigures(queue: string): MailFigures {
  const counts = new Map<string, number>(outcomes.map((outcome) => [outcome, 0]))
  return {
    count: (outcome) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    render: (waiting) =>
      [
        `# TYPE latchkey_${queue}_mails_total counter`,
        ...[...counts].map(
          ([outcome, count]) => `latchkey_${queue}_mails_total{outcome="${outcome}"} ${count}`,
        ),
        `# TYPE latchkey_${queue}_mails_waiting gauge`,
        `latchkey_${queue}_mails_waiting ${waiting}`,
        '',
      ].join('\n'),
  }
}
