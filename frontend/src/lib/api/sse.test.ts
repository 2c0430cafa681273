import { describe, expect, it } from 'vitest';
import { readFrames, type Frame } from './sse';

const bytes = (text: string) => new TextEncoder().encode(text);

async function framesOf(...chunks: Uint8Array[]): Promise<Frame[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    }
  });
  const frames: Frame[] = [];
  for await (const frame of readFrames(body)) frames.push(frame);
  return frames;
}

const oneByOne = (data: Uint8Array) => Array.from(data, (byte) => new Uint8Array([byte]));
const EVENT = 'id: 7\nevent: token\ndata: {"type":"token","text":"жук 🦊"}\n\n';

describe('frames of a byte stream', () => {
  it('E07: are whole wherever the network cut them', async () => {
    const whole = await framesOf(bytes(EVENT + EVENT.replace('7', '8')));
    expect(whole.map(({ id }) => id)).toEqual([7, 8]);
    const text = bytes(EVENT + EVENT.replace('7', '8'));
    for (let cut = 1; cut < text.length; cut++) {
      expect(await framesOf(text.slice(0, cut), text.slice(cut))).toEqual(whole);
    }
  });

  it('E06: keep letters and emoji that arrive byte by byte', async () => {
    const [frame] = await framesOf(...oneByOne(bytes(EVENT)));
    expect(frame?.data).toBe('{"type":"token","text":"жук 🦊"}');
  });

  it('E06: go on after a byte that is no UTF-8', async () => {
    const broken = new Uint8Array([...bytes('data: a'), 0xff, ...bytes('b\n\ndata: c\n\n')]);
    expect((await framesOf(broken)).map(({ data }) => data)).toEqual(['a\ufffdb', 'c']);
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r']
  ])('E04: end lines with %s, also byte by byte', async (_, end) => {
    const text = bytes(EVENT.replaceAll('\n', end) + EVENT.replaceAll('\n', end));
    expect(await framesOf(...oneByOne(text))).toEqual(await framesOf(bytes(EVENT + EVENT)));
  });

  it('E04: are not torn by characters that only look like line ends', async () => {
    const data = JSON.stringify('a\u2028b\u2029c\u0085d\u000be\u000cf').replace(/\\u000b|\\f/g, ' ');
    const [frame] = await framesOf(bytes(`data: ${data}\n\n`));
    expect(frame?.data).toBe(data);
  });

  it('E07: deliver the last one without its blank line', async () => {
    expect((await framesOf(bytes(EVENT.trimEnd()))).map(({ id }) => id)).toEqual([7]);
  });

  it('skip comments and a byte order mark, and take an empty chunk for nothing', async () => {
    const frames = await framesOf(bytes('\ufeff: ping\n\n'), new Uint8Array(), bytes(EVENT));
    expect(frames.map(({ type }) => type)).toEqual(['token']);
  });

  it('join data lines and give 0 where there is no number', async () => {
    expect(await framesOf(bytes('data: a\ndata: b\n\n'))).toEqual([{ id: 0, type: 'message', data: 'a\nb' }]);
  });

  it('cancel the request when nobody reads on', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes(EVENT)),
      cancel: () => void (cancelled = true)
    });
    for await (const frame of readFrames(body)) if (frame.id === 7) break;
    expect(cancelled).toBe(true);
  });
});
