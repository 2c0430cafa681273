import { getContext, setContext } from 'svelte';
import type { AgentChatModel } from './AgentChatModel.svelte';
import type { SessionModel } from './SessionModel.svelte';

const SESSION = Symbol('session');
const CHAT = Symbol('chat');

export const provideSession = (session: SessionModel) => setContext(SESSION, session);
export const useSession = () => getContext<SessionModel>(SESSION);
export const provideChat = (chat: AgentChatModel) => setContext(CHAT, chat);
export const useChat = () => getContext<AgentChatModel>(CHAT);
