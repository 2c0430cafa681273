import { describe, expect, it } from 'vitest';
import { frame } from '../../testing/service';
import { StreamProcessor } from './AgentChat.StreamProcessor.svelte';

const now = (flush: () => void) => {
  flush();
  return () => undefined;
};
const processor = () => new StreamProcessor(undefined, now);
const token = (id: number, text = 'x') => frame(id, { type: 'token', text });

describe('frames that arrive', () => {
  it('change the timeline once each', () => {
    const stream = processor();
    expect([1, 1, 2, 2, 1].map((id) => stream.receive(token(id)))).toEqual([
      'taken',
      'duplicate',
      'taken',
      'duplicate',
      'duplicate'
    ]);
    expect(stream.timeline.turns[0]?.parts).toMatchObject([{ text: 'xx' }]);
    expect(stream.lastSeen).toBe(2);
  });

  it('are ignored when nobody knows their type, but count as seen', () => {
    const stream = processor();
    expect(stream.receive(frame(1, { type: 'weather', mood: 'fine' }))).toBe('taken');
    expect(stream.timeline.turns).toEqual([]);
    expect(stream.lastSeen).toBe(1);
  });

  it('are refused after a gap when no gap can be', () => {
    const stream = processor();
    stream.receive(token(1), true);
    expect(stream.receive(token(3), true)).toBe('gap');
    expect(stream.receive(token(3), false)).toBe('taken');
  });

  it.each(['', '{"type":"tok', '[]', 'null', '{"text":"no type"}'])(
    'are damaged when they hold %j',
    (data) => {
      const stream = processor();
      expect(stream.receive({ id: 1, type: 'token', data })).toBe('damaged');
      expect(stream.lastSeen).toBe(0);
    }
  );

  it('do not come from inherited names', () => {
    const stream = processor();
    stream.receive(frame(1, { type: 'toString' }));
    expect(stream.timeline.turns).toEqual([]);
  });
});
