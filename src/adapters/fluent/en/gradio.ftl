# What only clients of the old Gradio endpoint are told.

gradio-wrong-count = agent_handler takes six or seven arguments (message, history, conv_id, user_id, user_jwt, env_id, and optionally uicontext_str), but { $got } came.
gradio-wrong-names = By name, agent_handler takes message, history, conv_id, user_id, user_jwt, env_id, and optionally uicontext_str.
gradio-other-user = The user_id is not the user that the token stands for. Send your own, or none.
gradio-confirmation-waits = A confirmation waits in this conversation, so your message changed nothing. Answer with exactly one of these words: “confirm”, “deny” or “cancel”.
gradio-card-unseen = What waits now was not shown here before, so nothing was approved. Read the card, then answer “confirm”, “deny” or “cancel”.
gradio-no-card-here = A call that gets a single value cannot show the card, so nothing was approved. Confirm on the agent's page or with a streaming call.
gradio-cut-off = The stream ended before the answer did. Look at the conversation on the agent's page, or ask again in a moment.
gradio-broke = Something went wrong inside the service. Try again; its log holds the details.
