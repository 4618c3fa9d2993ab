from datetime import UTC, datetime
import msgspec
from campaigns import records
from campaigns.ledger import columns
from campaigns.models import Entry
from campaigns.records import Body

def append_all(campaign, ruleset, drafts):
    rows, found = [], []
    for draft in drafts:
        now = datetime.now(UTC)
        body = Body(seq=campaign.version + 1, act_id=draft.act_id, kind=draft.kind, seat=draft.seat,
            on_behalf_of=draft.on_behalf_of, time=now.isoformat(), quest=draft.quest, ruleset=ruleset.version,
            command=msgspec.Raw(draft.command), events=records.tell(ruleset, draft.events),
            versions=ruleset.codec.versions(draft.events), rolls=draft.rolls, takes=draft.takes, again=draft.again)
        text = records.encode(body)
        previous = campaign.head_hash
        campaign.version, campaign.head_hash = body.seq, records.chain(previous, text)
        found.append(records.Record(body, draft.events))
        rows.append(Entry(campaign=campaign, created_at=now, body=text, previous_hash=previous, hash=campaign.head_hash,
            idempotency_key=draft.key, request_hash=draft.request_hash, **columns(body)))
    Entry.objects.bulk_create(rows, batch_size=500)
    campaign.save(update_fields=["version", "head_hash"])
    return tuple(found)
