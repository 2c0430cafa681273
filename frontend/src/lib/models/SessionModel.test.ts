import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, problem } from '../../testing/service';
import { SessionModel } from './SessionModel.svelte';

const admin = {
  user: 'local:admin',
  name: 'admin',
  role: 'admin',
  env_id: null,
  model: { name: 'm', built_in: true }
};
let session: SessionModel;
type Routes = { [route: string]: (() => Response | Promise<Response>) | undefined };
let answers: Routes = {};

function start(routes: Routes, hash = '') {
  answers = { ...routes };
  const fetcher = vi.fn((path: RequestInfo | URL, init: RequestInit = {}) => {
    const answer = answers[`${init.method ?? 'GET'} ${String(path)}`];
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('down'));
  });
  session = new SessionModel(fetcher);
  const forget = vi.fn();
  return { fetcher, forget, done: session.start(hash, forget) };
}
afterEach(() => session.dispose());

describe('signing in', () => {
  it('exchanges the code of a link, after it left the address', async () => {
    const { forget, fetcher, done } = start({ 'POST /api/auth/session': () => json(admin) }, '#signin=CODE');
    expect(forget).toHaveBeenCalledOnce();
    await done;
    expect(session.session?.role).toBe('admin');
    expect(fetcher.mock.calls[0]?.[1]?.body).toBe('{"code":"CODE"}');
    expect(fetcher.mock.calls.every(([path]) => !String(path).includes('CODE'))).toBe(true);
  });

  it('waits for a service that is starting, with the same code', async () => {
    vi.useFakeTimers();
    let asked = 0;
    const routes = {
      'POST /api/auth/session': () => (++asked < 3 ? problem(503, 'not_ready', 'Starting.') : json(admin))
    };
    const { done } = start(routes, '#signin=CODE');
    await vi.advanceTimersByTimeAsync(500);
    expect(session.starting).toBe(true);
    expect(session.state).toBe('checking');
    await vi.advanceTimersByTimeAsync(2000);
    await done;
    expect(session.starting).toBe(false);
    expect(session.session?.role).toBe('admin');
    vi.useRealTimers();
  });

  it('says why a used link does not work', async () => {
    const routes = {
      'POST /api/auth/session': () => problem(401, 'code_used', 'Used already.'),
      'GET /api/auth/session': () => problem(401, 'unauthenticated')
    };
    await start(routes, '#signin=OLD').done;
    expect(session.state).toBe('signed_out');
    expect(session.problem?.message).toBe('Used already.');
  });

  it('with a used link stays signed in who was', async () => {
    const routes = {
      'POST /api/auth/session': () => problem(401, 'code_used', 'Used already.'),
      'GET /api/auth/session': () => json(admin)
    };
    await start(routes, '#signin=OLD').done;
    expect(session.state).toBe('signed_in');
  });

  it('shows the page of sign-in without a session, and another without a service', async () => {
    await start({ 'GET /api/auth/session': () => problem(401, 'unauthenticated') }).done;
    expect(session.state).toBe('signed_out');
    await start({}).done;
    expect(session.state).toBe('unreachable');
  });

  it('works with a Superset account', async () => {
    await start({ 'GET /api/auth/session': () => problem(401, 'unauthenticated') }).done;
    answers['POST /api/auth/login'] = () => problem(401, 'unauthenticated', 'Superset refused it.');
    await session.login('ss-dev', 'boss', 'wrong');
    expect(session.problem?.message).toBe('Superset refused it.');
    answers['POST /api/auth/login'] = () => json({ token: 'never kept' });
    answers['GET /api/auth/session'] = () => json({ ...admin, role: 'analyst', env_id: 'ss-dev' });
    await session.login('ss-dev', 'boss', 'right');
    expect(session.session).toMatchObject({ role: 'analyst', env_id: 'ss-dev' });
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('never kept');
  });
});

describe('a tab whose session changed elsewhere', () => {
  it.each([
    ['role', { role: 'viewer' }],
    ['user', { user: 'local:boss' }]
  ])('locks when the %s is another', async (_, changed) => {
    await start({ 'GET /api/auth/session': () => json(admin) }).done;
    answers['GET /api/auth/session'] = () => json({ ...admin, ...changed });
    await session.check();
    expect(session.lock).toBe('role_changed');
    expect(session.session?.role).toBe('admin');
  });

  it('locks when the session ended, and opens when the same person is back', async () => {
    await start({ 'GET /api/auth/session': () => json(admin) }).done;
    answers['GET /api/auth/session'] = () => problem(401, 'session_expired');
    await session.check();
    expect(session.lock).toBe('signed_out');
    answers['GET /api/auth/session'] = () => json(admin);
    await session.check();
    expect(session.lock).toBeNull();
  });

  it('does not lock because the service is away', async () => {
    await start({ 'GET /api/auth/session': () => json(admin) }).done;
    answers['GET /api/auth/session'] = undefined;
    await session.check();
    expect(session.lock).toBeNull();
    expect(session.state).toBe('signed_in');
  });
});
