"""How the service is put together: which step and which tool works with which port."""

from dependency_injector import providers
from prometheus_client import CollectorRegistry

from adapters.prometheus.counting_sink import CountingSink
from adapters.sse.frames import PING, frame
from adapters.turns_langgraph.graph import Steps
from adapters.turns_langgraph.runner import LangGraphTurnRunner
from adapters.turns_langgraph.runs import Beginnings, Ports
from application import tools
from application.ports.turn_runner import TurnRunner
from application.toolkit.catalogue import load_catalogue
from application.toolkit.context import Services
from application.toolkit.maintenance.watch import MaintenanceWatch
from application.toolkit.proof import EnvironmentProof
from application.toolkit.tasks.approver import Approver
from application.toolkit.tasks.report import TaskReport
from application.toolkit.tasks.worker import TaskWorker
from application.turn.accept import Accept
from application.turn.act import Act
from application.turn.answer import Answer
from application.turn.deliver import Deliver
from application.turn.end_session import EndSession
from application.turn.execute import Execute
from application.turn.finish import Finish
from application.turn.guard import Guard
from application.turn.judge import Judge
from application.turn.plan import Ask, MakePlan
from application.turn.prepare import Prepare
from application.turn.propose import Propose
from application.turn.recover import Recover
from application.turn.refuse import Refuse
from application.turn.retell import Retell
from application.turn.review import Review
from application.turn.undo import Undo
from entrypoints.container.ports import PortProviders
from entrypoints.http.services import ApiServices


class Container(PortProviders):
    """How the service is put together, once everything that needs opening is open."""

    # Toolkit
    catalogue = providers.Singleton(load_catalogue, providers.Object(tools))
    counts = providers.Singleton(CollectorRegistry)
    sink = providers.Singleton(
        CountingSink,
        PortProviders.feed,
        registry=counts,
        tool_names=catalogue.provided.with_inverses.call().tools,
    )
    services = providers.Singleton(
        Services,
        environments=PortProviders.environments,
        supersets=PortProviders.supersets,
        backups=PortProviders.backups,
        sql_judge=PortProviders.sql_judge,
        clock=PortProviders.clock,
        texts=PortProviders.texts,
        bundles=PortProviders.bundles,
        confirmations=PortProviders.confirmations,
        repository=PortProviders.repository,
        tasks=PortProviders.tasks,
        backup_pieces=PortProviders.backup_pieces,
        backups_kept=PortProviders.settings.provided.backups.keep,
        maintenance=PortProviders.maintenance,
        run_facts=PortProviders.run_facts,
        model=PortProviders.model,
    )
    proof = providers.Singleton(
        EnvironmentProof, PortProviders.supersets, PortProviders.records, PortProviders.clock
    )
    maintenance_watch = providers.Singleton(
        MaintenanceWatch,
        environments=PortProviders.environments,
        supersets=PortProviders.supersets,
        windows=PortProviders.maintenance,
        proof=proof,
        audit=PortProviders.audit,
        clock=PortProviders.clock,
    )
    task_worker = providers.Singleton(
        TaskWorker,
        catalogue=catalogue,
        services=services,
        records=PortProviders.task_records,
        approver=providers.Singleton(Approver, sessions=PortProviders.sessions, proof=proof),
        report=providers.Singleton(
            TaskReport,
            records=PortProviders.task_records,
            sink=sink,
            conversations=PortProviders.conversations,
            audit=PortProviders.audit,
            texts=PortProviders.texts,
            clock=PortProviders.clock,
        ),
    )

    # Steps
    timeout_s = PortProviders.settings.provided.tool_timeout_s
    accept = providers.Singleton(
        Accept,
        environments=PortProviders.environments,
        conversations=PortProviders.conversations,
        turns=PortProviders.turns,
        audit=PortProviders.audit,
        clock=PortProviders.clock,
    )
    prepare = providers.Singleton(
        Prepare,
        catalogue=catalogue,
        environments=PortProviders.environments,
        supersets=PortProviders.supersets,
        model=PortProviders.model,
    )
    propose = providers.Singleton(
        Propose,
        catalogue=catalogue,
        environments=PortProviders.environments,
        model=PortProviders.model,
        turns=PortProviders.turns,
        texts=PortProviders.texts,
        clock=PortProviders.clock,
    )
    judge = providers.Singleton(Judge, catalogue=catalogue, services=services, timeout_s=timeout_s)
    refuse = providers.Singleton(
        Refuse,
        catalogue=catalogue,
        audit=PortProviders.audit,
        texts=PortProviders.texts,
        clock=PortProviders.clock,
    )
    deliver = providers.Singleton(Deliver, results=PortProviders.results, texts=PortProviders.texts)
    end_session = providers.Singleton(EndSession, PortProviders.texts)
    guard = providers.Singleton(Guard, judge=judge, refuse=refuse, turns=PortProviders.turns)
    execute = providers.Singleton(
        Execute,
        judge=judge,
        refuse=refuse,
        deliver=deliver,
        end_session=end_session,
        identity=PortProviders.identity,
        texts=PortProviders.texts,
        clock=PortProviders.clock,
        timeout_s=timeout_s,
    )
    make_plan = providers.Singleton(
        MakePlan, judge=judge, proof=proof, texts=PortProviders.texts, timeout_s=timeout_s
    )
    ask = providers.Singleton(
        Ask,
        make_plan=make_plan,
        refuse=refuse,
        deliver=deliver,
        confirmations=PortProviders.confirmations,
        texts=PortProviders.texts,
        clock=PortProviders.clock,
    )
    review = providers.Singleton(
        Review,
        make_plan=make_plan,
        ask=ask,
        refuse=refuse,
        end_session=end_session,
        confirmations=PortProviders.confirmations,
        identity=PortProviders.identity,
        audit=PortProviders.audit,
        texts=PortProviders.texts,
        clock=PortProviders.clock,
    )
    act = providers.Singleton(
        Act,
        judge=judge,
        refuse=refuse,
        deliver=deliver,
        end_session=end_session,
        identity=PortProviders.identity,
        confirmations=PortProviders.confirmations,
        audit=PortProviders.audit,
        texts=PortProviders.texts,
        clock=PortProviders.clock,
        timeout_s=timeout_s,
    )
    undo = providers.Singleton(
        Undo,
        catalogue=catalogue,
        confirmations=PortProviders.confirmations,
        conversations=PortProviders.conversations,
        texts=PortProviders.texts,
        clock=PortProviders.clock,
    )
    finish = providers.Singleton(
        Finish,
        turns=PortProviders.turns,
        confirmations=PortProviders.confirmations,
        texts=PortProviders.texts,
        audit=PortProviders.audit,
        clock=PortProviders.clock,
    )
    recover = providers.Singleton(
        Recover,
        turns=PortProviders.turns,
        confirmations=PortProviders.confirmations,
        checkpoints=PortProviders.checkpoints,
        retell=providers.Singleton(
            Retell,
            turns=PortProviders.turns,
            conversations=PortProviders.conversations,
            sink=sink,
            audit=PortProviders.audit,
            texts=PortProviders.texts,
            clock=PortProviders.clock,
        ),
        clock=PortProviders.clock,
    )

    # Runner and what the endpoints work with
    runner: providers.Provider[TurnRunner] = providers.Singleton(
        LangGraphTurnRunner,
        steps=providers.Singleton(
            Steps,
            prepare=prepare,
            propose=propose,
            guard=guard,
            execute=execute,
            plan=ask,
            review=review,
            act=act,
            answer=providers.Singleton(Answer, turns=PortProviders.turns),
        ),
        beginnings=providers.Singleton(Beginnings, accept=accept, undo=undo),
        finish=finish,
        recover=recover,
        checkpoints=PortProviders.checkpoints,
        ports=providers.Singleton(
            Ports,
            turns=PortProviders.turns,
            conversations=PortProviders.conversations,
            confirmations=PortProviders.confirmations,
            sink=sink,
            clock=PortProviders.clock,
        ),
    )
    api = providers.Singleton(
        ApiServices,
        runner=runner,
        feed=PortProviders.feed,
        conversations=PortProviders.conversations,
        client_names=PortProviders.client_names,
        turns=PortProviders.turns,
        confirmations=PortProviders.confirmations,
        results=PortProviders.results,
        identity=PortProviders.identity,
        sessions=PortProviders.sessions,
        supersets=PortProviders.supersets,
        audit=PortProviders.audit,
        texts=PortProviders.texts,
        clock=PortProviders.clock,
        model=PortProviders.model,
        environments=PortProviders.environments,
        catalogue=catalogue,
        tasks=PortProviders.tasks,
        counts=counts,
        frame=providers.Object(frame),
        ping=providers.Object(PING),
    )
