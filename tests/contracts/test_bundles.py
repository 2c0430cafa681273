import pytest

from adapters.bundle_yaml.bundle_codec import YamlBundleCodec
from application.ports.bundles import BundleCodec
from contracts.bundles import BundleCodecContract


class TestYamlBundleCodec(BundleCodecContract):
    @pytest.fixture
    def codec(self) -> BundleCodec:
        return YamlBundleCodec()
