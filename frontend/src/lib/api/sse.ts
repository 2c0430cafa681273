import { createParser } from 'eventsource-parser';

/** One server-sent event as it came; `id` is 0 when the frame had none. */
export interface Frame {
  id: number;
  type: string;
  data: string;
}

/**
 * Frames of a byte stream, however the network cut it.
 *
 * Only CR, LF and CRLF end a line (WHATWG HTML 9.2.6). Beyond that standard, a last frame whose blank line never
 * came is delivered too: whoever parses its data drops it when it is cut.
 *
 * @param onBytes called for every chunk, comments too, so that a caller can tell a slow stream from a dead one
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => undefined
): AsyncGenerator<Frame> {
  let ready: Frame[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => ready.push({ id: Number(id) || 0, type: event ?? 'message', data })
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      onBytes();
      // An empty chunk would settle the parser's question whether the stream begins with a byte order mark.
      const text = done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true });
      if (text) parser.feed(text);
      const frames = ready;
      ready = [];
      yield* frames;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
